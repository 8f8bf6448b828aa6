import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { describeConfirmationLinkDelivery } from '#contract/link-delivery.ts'
import { takeProviderLoginTokensFromUrl } from '../../../api/query-tokens.ts'
import { logInWithProviderTokens, useSession } from '../../../api/session.ts'
import type { FormValues } from '../../../forms/use-form.ts'
import { FormSuccess } from '../../../ui/form/form-success.tsx'
import { GuestForm } from './guest-form.tsx'
import { LoginForm } from './login-form.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { SignupForm } from './signup-form.tsx'
import { useLoginProviders } from './use-login-providers.ts'
import './login-panel.css'

interface LoginPanelProps {
  allowGuest?: boolean
  allowEmailLogin?: boolean
  hideTitle?: boolean
  allowSignup?: boolean
}

/**
 * The forms to log in, sign up or continue as a guest (S2.30). The screen around the panel decides which page follows a
 * login.
 */
export function LoginPanel({
  allowGuest = false,
  allowEmailLogin = true,
  hideTitle = false,
  allowSignup = true,
}: LoginPanelProps) {
  const query = useLoginQuery()
  const isRefused = useSession((session) => session.isProviderLoginRefused)
  const { providers, mail } = useLoginProviders()
  const [chosenMode, setChosenMode] = useState<'login' | 'signup'>()
  const [formValues, setFormValues] = useState<FormValues>({})
  const [success, setSuccess] = useState('')
  const panel = useRef<HTMLElement>(null)
  const isSignup = allowSignup && allowEmailLogin && (chosenMode ?? query.mode) === 'signup'

  // Switching the forms removes the focused field, so the focus moves to the new form.
  useEffect(() => {
    if (chosenMode) panel.current?.querySelector<HTMLElement>(success ? '.form-success' : 'input')?.focus()
  }, [chosenMode, success])

  function switchTo(mode: 'login' | 'signup', values: FormValues, message = '') {
    setFormValues((last) => ({ ...last, ...values }))
    setSuccess(message)
    setChosenMode(mode)
  }

  return (
    <section className="stack" data-gap="large" ref={panel} aria-label={hideTitle ? 'Log in' : undefined}>
      {!hideTitle && <h1>{isSignup ? 'Sign up' : 'Log in'}</h1>}
      <div role="alert">
        {isRefused && (
          <p className="note" data-kind="grave">
            That login has taken too long, or was used already. Log in again.
          </p>
        )}
        {query.code && (
          <p className="note" data-kind="grave">
            {errors[query.code].message} {query.code === 'email_unverified' && describeConfirmationLinkDelivery(mail)}
          </p>
        )}
      </div>
      <FormSuccess message={success} />
      {allowEmailLogin &&
        (isSignup ? (
          <SignupForm
            formValues={formValues}
            mail={mail}
            onLogin={(values) => switchTo('login', values)}
            onSuccess={(message, { email }) => switchTo('login', { email, password: undefined }, message)}
          />
        ) : (
          <LoginForm
            formValues={formValues}
            onSignup={allowSignup ? (values) => switchTo('signup', values) : undefined}
          />
        ))}
      <div className="stack ways needs-scripts">
        {allowEmailLogin && !isSignup && <PasskeyLogin />}
        {allowGuest && <GuestForm />}
        <ProviderLinks providers={providers} />
      </div>
    </section>
  )
}

/**
 * Reads the query of the URL whenever it changes. After a provider's login, the query contains tokens (S2.31) or an
 * error code. The hook logs in with tokens, and then removes the whole query. For an error code, it returns the code
 * and removes only the code from the URL. `mode=signup` stays in the URL, because other pages link to it.
 */
function useLoginQuery(): { mode: 'login' | 'signup'; code: ErrorCode | undefined } {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [mode, setMode] = useState<'login' | 'signup'>('login')
  const [problem, setProblem] = useState<ErrorCode>()

  useEffect(() => {
    const tokens = takeProviderLoginTokensFromUrl()
    const query = new URLSearchParams(search)
    const code = query.get('error')
    setMode(query.get('mode') === 'signup' ? 'signup' : 'login')
    if (code && Object.hasOwn(errors, code)) setProblem(code as ErrorCode)
    query.delete('error')
    if (tokens || code) navigate({ pathname, search: tokens ? '' : query.toString() }, { replace: true })
    if (tokens) logInWithProviderTokens(tokens)
  }, [pathname, search, navigate])

  return { mode, code: problem }
}
