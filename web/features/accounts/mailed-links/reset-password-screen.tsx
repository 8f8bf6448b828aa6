import { useState } from 'react'
import { forgotPassword, resetPassword } from '#contract/accounts.ts'
import { api } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Link } from '../../../kit/link.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { EntryLayout } from '../entry/entry-layout.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { NewLinkForm } from './new-link-form.tsx'

/** The screen of /reset-password. It requests the mail; opened by the mail's link, it sets a new password and logs in. */
export function Screen() {
  const token = useFragmentToken()
  const loggedIn = useSession((session) => session.loggedIn)
  const [done, setDone] = useState(false)
  const form = useForm({
    check: ({ password = '' }) => ({ password: fieldProblems.newPassword(password, '') }),
    send: async ({ password = '' }) => {
      await loggedIn(await api(resetPassword, { body: { token: token ?? '', password } }))
      setDone(true)
    },
    offline: 'There was no answer, so nothing has changed. Check your connection and try again.',
  })
  const over = form.problem?.code === 'link_used' || form.problem?.code === 'link_expired'
  const title = useHeadingFocus(done || over)

  if (done) {
    return (
      <EntryLayout>
        <h1 ref={title} tabIndex={-1}>
          Your password is changed
        </h1>
        <p>You are logged in here, and logged out everywhere else.</p>
        <Link className="button form-submit" to="/">
          To the start
        </Link>
        <p className="links form-links">
          <Link to="/account">Your account</Link>
        </p>
      </EntryLayout>
    )
  }
  if (token && !over) {
    return (
      <EntryLayout>
        <h1>Choose a new password</h1>
        <form className="form" {...form.props}>
          <PasswordField
            id="reset-password"
            name="password"
            label="New password"
            isNew
            required
            error={form.errors.password}
          />
          <FormProblem problem={form.problem} />
          <SubmitButton busy={form.busy} busyWords="Changing your password …">
            Change my password
          </SubmitButton>
        </form>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout>
      <h1 ref={title} tabIndex={-1}>
        {over ? 'That link cannot be used' : 'Reset your password'}
      </h1>
      <p role={over ? 'alert' : undefined}>
        {form.problem?.message ?? 'Tell us your email address, and a link to choose a new password is mailed to it.'}
      </p>
      <NewLinkForm send={async (email) => (await api(forgotPassword, { body: { email } })).message} />
      <p className="links form-links">
        <Link to="/login">Log in</Link>
      </p>
    </EntryLayout>
  )
}
