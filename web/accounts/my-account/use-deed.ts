import { useRef, useState } from 'react'
import { problemOf, UNREACHABLE } from '../../kit/problem.ts'

/** What came of something, in words. */
export interface Outcome {
  words: string
  failed?: boolean
}

/** Does one thing at a time at the press of a button, and says what came of it. */
export function useDeed() {
  const doing = useRef(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  /** @param work gives the words for its success, or what else has come of it; or throws what a call throws */
  async function run(work: () => Promise<string | Outcome>): Promise<void> {
    if (doing.current) return
    doing.current = true
    setBusy(true)
    setOutcome(null)
    try {
      const came = await work()
      setOutcome(typeof came === 'string' ? { words: came } : came)
    } catch (error) {
      setOutcome({ words: (await problemOf(error, UNREACHABLE)).message, failed: true })
    }
    doing.current = false
    setBusy(false)
  }

  return { busy, outcome, run, say: setOutcome }
}
