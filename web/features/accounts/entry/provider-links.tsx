import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { type LoginProvider, startProviderLogin } from '#contract/accounts.ts'
import { buildEndpointPath } from '../../../api/api.ts'
import { storeReturnPath } from './return-path.ts'

const providerLabels: Record<LoginProvider, { name: string; mark: ReactNode }> = {
  google: {
    name: 'Google',
    mark: (
      <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
        <path
          fill="#ea4335"
          d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
        />
        <path
          fill="#4285f4"
          d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
        />
        <path
          fill="#fbbc05"
          d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
        />
        <path
          fill="#34a853"
          d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
        />
      </svg>
    ),
  },
  microsoft: {
    name: 'Microsoft',
    mark: (
      <svg viewBox="0 0 21 21" width="20" height="20" aria-hidden="true">
        <path fill="#f25022" d="M0 0h10v10H0z" />
        <path fill="#7fba00" d="M11 0h10v10H11z" />
        <path fill="#00a4ef" d="M0 11h10v10H0z" />
        <path fill="#ffb900" d="M11 11h10v10H11z" />
      </svg>
    ),
  },
}

/**
 * Links to log in with Google or Microsoft (S7.08), for the providers that the site has set up. The links appear after
 * the first render, so they are the last part of the panel and move nothing.
 */
export function ProviderLinks({ providers }: { providers: LoginProvider[] }) {
  const { pathname, search } = useLocation()
  const keepReturn = () => {
    const returnTo = new URLSearchParams(search).get('returnTo')
    if (returnTo !== null) storeReturnPath(returnTo)
  }
  return providers.map((provider) => {
    const returnUrl = window.location.origin + pathname
    return (
      <a
        key={provider}
        className="quiet-button way"
        href={buildEndpointPath(startProviderLogin, { provider }, { returnUrl })}
        onClick={keepReturn}
      >
        {providerLabels[provider].mark}
        Continue with {providerLabels[provider].name}
      </a>
    )
  })
}
