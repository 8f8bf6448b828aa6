import { passwordLogin } from '#contract/accounts.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { type FormValues, useForm } from '../../../forms/use-form.ts'
import { Link } from '../../../kit/link.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SecondFactorCodeField, useSecondFactorNeeded } from '../../../ui/form/second-factor-code-field.tsx'
import { SendLinkAgainButton } from '../mailed-links/new-link-form.tsx'

interface LoginFormProps {
  formValues: FormValues
  /** Switches to the signup form, which takes over the typed values. When undefined, the link to sign up is hidden. */
  onSignup: ((formValues: FormValues) => void) | undefined
}

/** The form to log in with email and password (S7.06, S8.02). */
export function LoginForm({ formValues, onSignup }: LoginFormProps) {
  const loggedIn = useSession((session) => session.loggedIn)
  const form = useForm({
    check: ({ email = '', password = '' }) => ({
      email: fieldChecks.email(email),
      password: fieldChecks.password(password),
    }),
    send: async ({ email = '', password = '', code }) =>
      loggedIn(await callForJson(passwordLogin, { body: { email, password, code } })),
    offline: 'Login failed. Try again.',
  })
  const isCodeNeeded = useSecondFactorNeeded(form)
  return (
    <Form
      form={form}
      submit="Log in"
      busyText="Logging in …"
      remedy={form.problem?.code === 'email_unverified' && <SendLinkAgainButton email={form.sent.email ?? ''} />}
      footer={
        <p className="links form-links">
          {onSignup && (
            <a
              href="/login?mode=signup"
              onClick={(event) => {
                event.preventDefault()
                onSignup(form.readValues())
              }}
            >
              Create an account
            </a>
          )}
          <Link to="/reset-password">Forgot password</Link>
        </p>
      }
    >
      <Field
        id="login-email"
        name="email"
        type="email"
        label="Email"
        required
        autoComplete="username webauthn"
        defaultValue={formValues.email}
      />
      <PasswordField id="login-password" name="password" label="Password" required defaultValue={formValues.password} />
      {isCodeNeeded && <SecondFactorCodeField id="login-code" />}
    </Form>
  )
}
