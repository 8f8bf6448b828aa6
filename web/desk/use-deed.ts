import { useState } from 'react'
import { wordsOf } from './use-answer.ts'

/** Something done at the desk. */
export interface Deed {
  /** May give other words than `done`, when it has come to something else; then there is nothing to take back. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most give nothing.
  work: () => Promise<string | void>
  /** What to say when it is done. */
  done: string
  /** How to take it back. */
  undo?: Deed
}

/** Does one thing at a time and says what came of it. */
export function useDeed() {
  const [busy, setBusy] = useState(false)
  const [said, say] = useState<{ words: string; problem?: boolean; undo?: Deed } | null>(null)
  const run = async ({ work, done, undo }: Deed) => {
    if (busy) return
    setBusy(true)
    say(null)
    try {
      const otherwise = await work()
      say(undo && !otherwise ? { words: done, undo } : { words: otherwise ?? done })
    } catch (error) {
      say({ words: wordsOf(error), problem: true })
    }
    setBusy(false)
  }
  return { busy, said, run, say: (words: string) => say({ words }) }
}

export type DeedRunner = ReturnType<typeof useDeed>
