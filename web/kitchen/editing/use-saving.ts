import { useRef, useState } from 'react'
import { type Problem, problemOf, UNREACHABLE } from '../../kit/problem.ts'

/** Something to be saved. */
export interface Work {
  /** May give other words than `done`. @throws what callKitchen throws */
  // biome-ignore lint/suspicious/noConfusingVoidType: most give nothing.
  work: () => Promise<string | void>
  /** What to say when it is done. */
  done: string
  /** How to take it back. */
  undo?: Work
}

/** Saves one thing at a time and says what came of it. */
export function useSaving() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [said, say] = useState<{ words: string; problem?: Problem; undo?: Work } | null>(null)

  /** @returns why it is not saved; null when it is, undefined while something else is being saved */
  const run = async ({ work, done, undo }: Work): Promise<Problem | null | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    say(null)
    try {
      const words = (await work()) ?? done
      say(undo ? { words, undo } : { words })
      return null
    } catch (error) {
      const problem = await problemOf(error, UNREACHABLE)
      say({ words: problem.message, problem })
      return problem
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, said, run, hush: () => say(null) }
}

export type Saving = ReturnType<typeof useSaving>
