import { useState } from 'react'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'

interface NewLinkFormProps {
  /** Requests the mail. @returns the message to show, which does not reveal whether the address has an account */
  send: (email: string) => Promise<string>
}

/** The form that requests a new link for an email address. */
export function NewLinkForm({ send }: NewLinkFormProps) {
  const [message, setMessage] = useState('')
  const form = useForm({
    check: ({ email = '' }) => {
      setMessage('')
      return { email: fieldProblems.email(email) }
    },
    send: async ({ email = '' }) => setMessage(await send(email)),
    offline: 'The mail could not be asked for. Check your connection and try again.',
  })
  return (
    <form className="form" {...form.props}>
      <Field
        id="link-email"
        name="email"
        type="email"
        label="Email"
        required
        autoComplete="username"
        error={form.errors.email}
      />
      <FormProblem problem={form.problem} />
      <div role="status">
        {message && (
          <p className="note form-success" data-kind="good">
            {message}
          </p>
        )}
      </div>
      <SubmitButton busy={form.busy} busyWords="Sending the mail …">
        Send a new link
      </SubmitButton>
    </form>
  )
}
