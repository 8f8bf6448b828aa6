import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of the link in a mail, taken out of the address at once, so that it stays in no history.
 * @returns undefined until it is known, null when there is none
 */
export function useFragmentToken(): string | null | undefined {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const given = new URLSearchParams(hash.slice(1)).get('token')
    setToken((last) => given || (last ?? null))
    if (given) navigate({ pathname, search }, { replace: true })
  }, [pathname, search, hash, navigate])
  return token
}
