import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { exchangeQueryTokens, takeQueryTokens } from '../../../api/query-tokens.ts'
import { useSession } from '../../../api/session.ts'

/**
 * Reads what the address says to the login panel, on arrival and whenever it changes, and clears it: the tokens of a
 * provider's login (S2.31), which log in, or the code of its failure. `mode=signup` stays: it is a place to link to.
 */
export function useLoginQuery(): { mode: 'login' | 'signup'; problem: string } {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [mode, setMode] = useState<'login' | 'signup'>('login')
  const [problem, setProblem] = useState('')

  useEffect(() => {
    const handed = takeQueryTokens()
    const query = new URLSearchParams(search)
    const code = query.get('error')
    setMode(query.get('mode') === 'signup' ? 'signup' : 'login')
    if (code && Object.hasOwn(errors, code)) setProblem(errors[code as ErrorCode].message)
    query.delete('error')
    if (handed || code) navigate({ pathname, search: handed ? '' : query.toString() }, { replace: true })
    if (handed) exchangeQueryTokens(handed).then(useSession.getState().fetchUser)
  }, [pathname, search, navigate])

  return { mode, problem }
}
