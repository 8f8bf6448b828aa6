import { forgotPassword, resetPassword } from '#contract/accounts.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { Link } from '../../../kit/link.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SecondFactorCodeField, useSecondFactorNeeded } from '../../../ui/form/second-factor-code-field.tsx'
import { EntryLayout, FormFooterLink } from '../entry/entry-layout.tsx'
import { RequestNewLinkForm } from './new-link-form.tsx'
import { useMailedLinkForm } from './use-mailed-link-form.ts'

/**
 * The screen of /reset-password. Opened without a token, it requests a mail with a link. Opened by that link, it sets a
 * new password and logs in.
 */
export function Screen() {
  const loggedIn = useSession((session) => session.loggedIn)
  const { token, form, isLinkOver, result } = useMailedLinkForm({
    check: ({ password = '' }) => ({ password: fieldChecks.newPassword(password, '') }),
    send: async (token, { password = '', code }) => {
      await loggedIn(await callForJson(resetPassword, { body: { token, password, code } }))
      return true
    },
    offline:
      'There was no answer. Check your connection and try again. If the link then counts as used, your new password is set: log in with it.',
  })

  const isCodeNeeded = useSecondFactorNeeded(form)

  if (result) {
    return (
      <EntryLayout title="Your password is changed" outcome>
        <p>You are logged in here, and logged out everywhere else.</p>
        <Link className="button form-submit" to="/">
          To the start
        </Link>
        <FormFooterLink to="/account">Your account</FormFooterLink>
      </EntryLayout>
    )
  }
  if (token && !isLinkOver) {
    return (
      <EntryLayout title="Choose a new password">
        <Form form={form} submit="Change my password" busyText="Changing your password …">
          <PasswordField id="reset-password" name="password" label="New password" isNew required />
          {isCodeNeeded && <SecondFactorCodeField id="reset-code" />}
        </Form>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout title={isLinkOver ? 'That link cannot be used' : 'Reset your password'} outcome={isLinkOver}>
      <p role={isLinkOver ? 'alert' : undefined}>
        {form.problem?.message ?? 'Tell us your email address, and you get a link to choose a new password.'}
      </p>
      <RequestNewLinkForm send={async (email) => (await callForJson(forgotPassword, { body: { email } })).message} />
      <FormFooterLink to="/login">Log in</FormFooterLink>
    </EntryLayout>
  )
}
