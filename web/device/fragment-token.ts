import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Returns the token in the fragment of a mailed link, and removes it from the URL, so that the token stays in no
 * history.
 * @returns undefined before the first effect, null without a token
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
