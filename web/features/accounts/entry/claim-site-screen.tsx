import { claimSiteAsFirstAdmin, type TokenPair } from '#contract/accounts.ts'
import { site } from '#site'
import { authFetch, FailedResponseError } from '../../../api/api.ts'
import { callForJson } from '../../../api/call-api.ts'
import { hasReaderRights, useSession } from '../../../api/session.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { useLoadAndNavigate } from '../../../kit/go.ts'
import { CopyableCode } from '../../../ui/copyable.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { useMailedLinkForm } from '../mailed-links/use-mailed-link-form.ts'
import { EntryLayout, FormFooterLink } from './entry-layout.tsx'

/**
 * The screen of /welcome, opened by the link that the server of a new site prints. It makes the visitor the first
 * admin.
 */
export function Screen() {
  const { user, loggedIn } = useSession()
  const reader = hasReaderRights(user) ? user : null
  const go = useLoadAndNavigate()
  const { token, form, isLinkOver } = useMailedLinkForm({
    check: ({ name = '', email = '', password = '' }) =>
      reader
        ? {}
        : {
            name: fieldChecks.name(name),
            email: fieldChecks.email(email),
            password: fieldChecks.newPassword(password, email),
          },
    send: async (token, { name = '', email = '', password = '' }) => {
      await loggedIn(
        reader
          ? await claimAsReader(token)
          : await callForJson(claimSiteAsFirstAdmin, { body: { token, name, email, password } }),
      )
      await go('/desk', { replace: true })
    },
    offline: 'There was no answer. Check your connection and try again.',
  })

  if (token === null || isLinkOver) {
    return (
      <EntryLayout title={isLinkOver ? 'That link cannot be used' : `Welcome to ${site.name}`} outcome={isLinkOver}>
        <p role={isLinkOver ? 'alert' : undefined}>
          {isLinkOver
            ? 'It has been used already, or a newer one has taken its place.'
            : 'A new site prints a link when it starts. Opened here, that link makes you the admin.'}
        </p>
        <p>While the site has no admin, each start prints a new link. To make somebody an admin who has an account:</p>
        <CopyableCode title="Command" text="npm run admin -- grant EMAIL" />
        <FormFooterLink to="/login">Log in</FormFooterLink>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout title="Make this site yours">
      {reader ? (
        <p>
          You are logged in as <b>{reader.user}</b>, and the site has no admin yet.
        </p>
      ) : (
        <p>Your account will be its first admin: it can do everything, and make others admins too.</p>
      )}
      <Form form={form} submit="Make me the admin" busyText="Making you the admin …">
        {!reader && (
          <>
            <Field id="welcome-name" name="name" label="Name" required autoComplete="name" />
            <Field id="welcome-email" name="email" type="email" label="Email" required autoComplete="username" />
            <PasswordField id="welcome-password" name="password" label="Password" isNew required />
          </>
        )}
      </Form>
    </EntryLayout>
  )
}

/** Makes the logged-in reader the first admin. @throws {FailedResponseError} */
async function claimAsReader(token: string): Promise<TokenPair> {
  const response = await authFetch(claimSiteAsFirstAdmin, { body: { token } })
  if (!response?.ok) throw response ? new FailedResponseError(response) : new Error('logged out meanwhile')
  return response.json()
}
