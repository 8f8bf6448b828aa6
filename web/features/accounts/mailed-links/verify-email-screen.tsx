import { useState } from 'react'
import { resendVerification, verifyEmail } from '#contract/accounts.ts'
import { site } from '#site'
import { api } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Link } from '../../../kit/link.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { EntryLayout } from '../entry/entry-layout.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { NewLinkForm } from './new-link-form.tsx'
import { buildVerificationUrl } from './verification-url.ts'

/** The screen of /verify-email, opened by a verification mail (S2.13). Only the button uses the link, because mail programs open links too. */
export function Screen() {
  const token = useFragmentToken()
  const { user, fetchUser } = useSession()
  const [confirmed, setConfirmed] = useState('')
  const [isGuest, setGuest] = useState(false)
  const form = useForm({
    send: async () => {
      const { email, guest } = await api(verifyEmail, { body: { token: token ?? '' } })
      setConfirmed(email)
      setGuest(guest === true)
      if (user) await fetchUser()
    },
    offline: 'There was no answer. Check your connection and press the button again.',
  })
  const over = form.problem?.code === 'link_used' || form.problem?.code === 'link_expired'
  const title = useHeadingFocus(confirmed || over)

  if (site.features.ordering && confirmed && isGuest) {
    return (
      <EntryLayout>
        <h1 ref={title} tabIndex={-1}>
          Your email address is confirmed
        </h1>
        <p>
          <b>{confirmed}</b> is yours. Go back to your order and place it: what you have chosen is kept.
        </p>
        <Link className="button form-submit" to="/order">
          Back to your order
        </Link>
      </EntryLayout>
    )
  }
  if (confirmed) {
    return (
      <EntryLayout>
        <h1 ref={title} tabIndex={-1}>
          Your email address is confirmed
        </h1>
        <p>
          <b>{confirmed}</b> is yours{user ? '.' : ', and your account is ready. Log in with it and your password.'}
        </p>
        <Link className="button form-submit" to={user ? '/account' : '/login'}>
          {user ? 'Your account' : 'Log in'}
        </Link>
      </EntryLayout>
    )
  }
  if (token === null || over) {
    return (
      <EntryLayout>
        <h1 ref={title} tabIndex={-1}>
          {over ? 'That link cannot be used' : 'Confirm your email address'}
        </h1>
        <p role={over ? 'alert' : undefined}>
          {form.problem?.message ??
            'This page is opened from the link in a verification mail. If you have signed up and the link is lost or too old, have a new one sent.'}
        </p>
        <NewLinkForm
          send={async (email) => {
            const body = { email, verificationUrl: buildVerificationUrl() }
            return (await api(resendVerification, { body })).message
          }}
        />
        <p className="links form-links">
          <Link to="/login">Log in</Link>
        </p>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout>
      <h1>Confirm your email address</h1>
      <p>One press, and the address that this link was sent to is confirmed as yours.</p>
      <form className="form" {...form.props}>
        <FormProblem problem={form.problem} />
        <SubmitButton busy={form.busy} busyWords="Confirming …">
          Confirm my email address
        </SubmitButton>
      </form>
    </EntryLayout>
  )
}
