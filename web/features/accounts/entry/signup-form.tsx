import { useLocation } from 'react-router'
import { requestSignup } from '#contract/accounts.ts'
import { site } from '#site'
import { callForJson } from '../../../api/call-api.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { type FormValues, useForm } from '../../../forms/use-form.ts'
import { Link } from '../../../kit/link.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { buildVerificationUrl } from '../mailed-links/verification-url.ts'

interface SignupFormProps {
  formValues: FormValues
  /** Whether the site can send mail. */
  mail: boolean
  /** Switches to the login form, which takes over the typed values. */
  onLogin: (formValues: FormValues) => void
  /** Receives the message of a successful signup (S4.01) and the values that were sent. */
  onSuccess: (message: string, formValues: FormValues) => void
}

/** The signup form (S7.05, S8.01). The account is created when the link in the mail is used. */
export function SignupForm({ formValues, mail, onLogin, onSuccess }: SignupFormProps) {
  const { search } = useLocation()
  const form = useForm({
    check: ({ name = '', email = '', password = '' }) => ({
      name: fieldChecks.name(name),
      email: fieldChecks.email(email),
      password: fieldChecks.newPassword(password, email),
    }),
    send: async (values) => {
      const { name = '', email = '', password = '', isPartner } = values
      const { message } = await callForJson(requestSignup, {
        body: { name, email, password, isPartner: isPartner === 'on', verificationUrl: buildVerificationUrl(search) },
      })
      onSuccess(message, values)
    },
    offline: 'Something went wrong. Try again.',
  })
  return (
    <Form
      form={form}
      submit="Sign up"
      busyText="Signing up …"
      footer={
        <p className="links form-links">
          <a
            href="/login"
            onClick={(event) => {
              event.preventDefault()
              onLogin({ isPartner: undefined, ...form.readValues() })
            }}
          >
            Log in instead
          </a>
        </p>
      }
    >
      <Field id="signup-name" name="name" label="Name" required autoComplete="name" defaultValue={formValues.name} />
      <Field
        id="signup-email"
        name="email"
        type="email"
        label="Email"
        hint={`${mail ? 'We send a link to it.' : 'The author passes a link on to it.'} Other readers do not see it.`}
        required
        autoComplete="email"
        defaultValue={formValues.email}
      />
      <PasswordField
        id="signup-password"
        name="password"
        label="Password"
        isNew
        required
        defaultValue={formValues.password}
      />
      {!mail && (
        <p className="note">
          This site cannot send mail by itself. Its author sees your signup and passes the link on to you, so it may
          take a while until you can log in.
        </p>
      )}
      {site.features.ordering && (
        <CheckboxField
          id="signup-partner"
          name="isPartner"
          label="I run a kitchen: apply as a partner"
          hint="The author reads your application and answers by mail. Until then your account is like any other."
          defaultChecked={formValues.isPartner === 'on'}
        />
      )}
      <p className="field-hint">
        <Link to="/privacy">What this site keeps of you</Link>, and for how long.
      </p>
    </Form>
  )
}
