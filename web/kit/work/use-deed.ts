import { useRef, useState } from 'react'
import { ApiError, type Problem, problemOf, UNREACHABLE } from '../problem.ts'

/** Something that is done at the press of a button. */
export interface Deed {
  /**
   * May give other words than `done`, when it has come to something else; then there is nothing to take back.
   * @throws {ApiError}, or what a call throws
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most give nothing.
  work: () => Promise<string | void>
  /** What to say when it is done; a function is asked then. */
  done: string | (() => string)
  /** How to take it back. */
  undo?: Deed
}

/** Does one thing at a time and says what came of it. */
export function useDeed() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ words: string; problem?: Problem; undo?: Deed } | null>(null)

  /** @returns why it is not done; null when it is, undefined while something else is being done */
  const run = async ({ work, done, undo }: Deed): Promise<Problem | null | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setSaid(null)
    try {
      const otherwise = await work()
      const words = otherwise ?? (typeof done === 'string' ? done : done())
      setSaid(undo && !otherwise ? { words, undo } : { words })
      return null
    } catch (error) {
      const problem = error instanceof ApiError ? error : await problemOf(error, UNREACHABLE)
      setSaid({ words: problem.message, problem })
      return problem
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, said, run, say: (words: string) => setSaid({ words }), hush: () => setSaid(null) }
}

export type DeedRunner = ReturnType<typeof useDeed>
