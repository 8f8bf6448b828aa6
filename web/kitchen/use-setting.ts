import { useRef, useState } from 'react'
import { problemOf, UNREACHABLE } from '../kit/problem.ts'

/** Makes one call at a time, which needs a connection, and says why it has come to nothing. */
export function useSetting() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem((await problemOf(error, UNREACHABLE)).message)
    }
    running.current = false
    setBusy(false)
  }
  return { busy, problem, run }
}
