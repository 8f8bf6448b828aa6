import { claimSite, type TokenPair } from '#contract/accounts.ts'
import { site } from '#site'
import { authFetch, FetchFailed } from '../../../api/api.ts'
import { api } from '../../../api/call-api.ts'
import { isReader, useSession } from '../../../api/session.ts'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { useGo } from '../../../kit/go.ts'
import { Link } from '../../../kit/link.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { EntryLayout } from './entry-layout.tsx'

/** The screen of /welcome, opened by the link that a new site prints. It makes its visitor the first admin. */
export function Screen() {
  const token = useFragmentToken()
  const { user, loggedIn } = useSession()
  const reader = isReader(user) ? user : null
  const go = useGo()
  const form = useForm({
    check: ({ name = '', email = '', password = '' }) =>
      reader
        ? {}
        : {
            name: fieldProblems.name(name),
            email: fieldProblems.email(email),
            password: fieldProblems.newPassword(password, email),
          },
    send: async ({ name = '', email = '', password = '' }) => {
      const given = token ?? ''
      await loggedIn(
        reader ? await claimAsReader(given) : await api(claimSite, { body: { token: given, name, email, password } }),
      )
      await go('/desk', { replace: true })
    },
    offline: 'There was no answer. Check your connection and try again.',
  })
  const over = form.problem?.code === 'link_used' || form.problem?.code === 'link_expired'
  const title = useHeadingFocus(over)

  if (token === null || over) {
    return (
      <EntryLayout>
        <h1 ref={title} tabIndex={-1}>
          {over ? 'That link cannot be used' : `Welcome to ${site.name}`}
        </h1>
        <p role={over ? 'alert' : undefined}>
          {over
            ? 'It has been used already, or a newer one has taken its place.'
            : 'A new site prints a link when it starts. Opened here, that link makes you the admin.'}
        </p>
        <p>While the site has no admin, each start prints a new link. To make somebody an admin who has an account:</p>
        <pre className="code-block entry-command">
          <code>npm run admin -- grant EMAIL</code>
        </pre>
        <p className="links form-links">
          <Link to="/login">Log in</Link>
        </p>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout>
      <h1>Make this site yours</h1>
      {reader ? (
        <p>
          You are logged in as <b>{reader.user}</b>, and the site has no admin yet.
        </p>
      ) : (
        <p>Your account will be its first admin: it can do everything, and make others admins too.</p>
      )}
      <form className="form" {...form.props}>
        {!reader && (
          <>
            <Field id="welcome-name" name="name" label="Name" required autoComplete="name" error={form.errors.name} />
            <Field
              id="welcome-email"
              name="email"
              type="email"
              label="Email"
              required
              autoComplete="username"
              error={form.errors.email}
            />
            <PasswordField
              id="welcome-password"
              name="password"
              label="Password"
              isNew
              required
              error={form.errors.password}
            />
          </>
        )}
        <FormProblem problem={form.problem} />
        <SubmitButton busy={form.busy} busyWords="Making you the admin …">
          Make me the admin
        </SubmitButton>
      </form>
    </EntryLayout>
  )
}

/** Makes the logged-in reader the first admin. @throws {FetchFailed} */
async function claimAsReader(token: string): Promise<TokenPair> {
  const response = await authFetch(claimSite, { body: { token } })
  if (!response?.ok) throw response ? new FetchFailed(response) : new Error('logged out meanwhile')
  return response.json()
}
