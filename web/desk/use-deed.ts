import { useState } from 'react'
import { wordsOf } from './use-answer.ts'

interface Deed {
  work: () => Promise<void>
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
      await work()
      say(undo ? { words: done, undo } : { words: done })
    } catch (error) {
      say({ words: wordsOf(error), problem: true })
    }
    setBusy(false)
  }
  return { busy, said, run, say: (words: string) => say({ words }) }
}

export type DeedRunner = ReturnType<typeof useDeed>
