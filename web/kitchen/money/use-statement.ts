import { useCallback, useEffect, useRef, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { getStatement, type Statement } from '#contract/statements.ts'
import { api } from '../../kit/call-api.ts'
import { onLive, onLiveAgain, useLive } from '../../kit/live.ts'
import { problemOf, UNREACHABLE } from '../../kit/problem.ts'

/**
 * What a kitchen has sold in a month, as it is now: the hub tells of changes, and where there is none it is asked for every
 * minute. That of the month before stays until the answer comes.
 * @param month such as 2026-11
 */
export function useStatement(vId: string, month: string) {
  const [statement, setStatement] = useState<Statement | null>(null)
  const [problem, setProblem] = useState('')
  const asked = useRef(0)

  const load = useCallback(async () => {
    asked.current += 1
    const turn = asked.current
    const latest = () => turn === asked.current
    try {
      const answer = await api(getStatement, { params: { vId, month } })
      if (!latest()) return
      setStatement(answer)
      setProblem('')
    } catch (error) {
      const { message } = await problemOf(error, UNREACHABLE)
      if (latest()) setProblem(message)
    }
  }, [vId, month])

  useEffect(() => {
    load()
    const timer = setInterval(() => document.hidden || useLive.getState().state === 'live' || load(), MINUTE_MS)
    const ends = [onLive('orderChanged', (news) => news.vId === vId && load()), onLiveAgain(load)]
    return () => {
      asked.current += 1
      clearInterval(timer)
      for (const end of ends) end()
    }
  }, [load, vId])

  return { statement, problem, load }
}
