import { useEffect, useRef, useState } from 'react'
import type { Values } from '../../../forms/use-form.ts'
import { GuestForm } from './guest-form.tsx'
import { LoginForm } from './login-form.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { SignupForm } from './signup-form.tsx'
import { useLoginQuery } from './use-login-query.ts'
import './login-panel.css'

interface LoginPanelProps {
  allowGuest?: boolean
  allowEmailLogin?: boolean
  hideTitle?: boolean
  allowSignup?: boolean
}

/** Where somebody logs in, signs up or goes on as a guest (S2.30); what happens then is the page's. */
export function LoginPanel({
  allowGuest = false,
  allowEmailLogin = true,
  hideTitle = false,
  allowSignup = true,
}: LoginPanelProps) {
  const query = useLoginQuery()
  const [chosen, choose] = useState<'login' | 'signup'>()
  const [typed, keep] = useState<Values>({})
  const [success, setSuccess] = useState('')
  const panel = useRef<HTMLElement>(null)
  const signingUp = allowSignup && allowEmailLogin && (chosen ?? query.mode) === 'signup'

  // Where the reader was is gone with the other form.
  useEffect(() => {
    if (chosen) panel.current?.querySelector<HTMLElement>(success ? '.form-success' : 'input')?.focus()
  }, [chosen, success])

  function turnTo(mode: 'login' | 'signup', values: Values, words = '') {
    keep((last) => ({ ...last, ...values }))
    setSuccess(words)
    choose(mode)
  }

  return (
    <section className="stack login-panel" data-gap="large" ref={panel} aria-label={hideTitle ? 'Log in' : undefined}>
      {!hideTitle && <h1>{signingUp ? 'Sign up' : 'Log in'}</h1>}
      <div role="alert">
        {query.problem && (
          <p className="note" data-kind="grave">
            {query.problem}
          </p>
        )}
      </div>
      <div role="status">
        {success && (
          <p className="note form-success" data-kind="good" tabIndex={-1}>
            {success}
          </p>
        )}
      </div>
      {allowEmailLogin &&
        (signingUp ? (
          <SignupForm
            typed={typed}
            onLogin={(values) => turnTo('login', values)}
            onSuccess={(words, { email }) => turnTo('login', { email, password: undefined }, words)}
          />
        ) : (
          <LoginForm typed={typed} onSignup={allowSignup ? (values) => turnTo('signup', values) : undefined} />
        ))}
      <div className="stack ways">
        {allowGuest && <GuestForm />}
        <ProviderLinks />
      </div>
    </section>
  )
}
