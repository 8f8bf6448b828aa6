import { useEffect, useState } from 'react'
import { getLoginProviders, type LoginProvider } from '#contract/accounts.ts'
import { fetchWithoutSession } from '../../../api/api.ts'
import { nativePlatform } from '../../../device/native.ts'

/**
 * Returns the providers that the site has set up, and whether it can send mail. Both are fetched after the first
 * render.
 */
export function useLoginProviders(): { providers: LoginProvider[]; mail: boolean } {
  const [ways, setWays] = useState<{ providers: LoginProvider[]; mail: boolean }>({ providers: [], mail: true })
  useEffect(() => {
    // Google refuses logins inside an app, and tokens from the system's browser work only in that browser (S2.31).
    if (nativePlatform) return
    fetchWithoutSession(getLoginProviders)
      .then((response) => response.json())
      .then(({ providers, mail = true }) => setWays({ providers, mail }))
      // Without the providers, the reader can still log in by email.
      .catch(() => {})
  }, [])
  return ways
}
