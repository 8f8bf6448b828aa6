import { useState } from 'react'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'

interface NewLinkFormProps {
  /** Asks for the mail. @returns what the answer says, which does not tell whether the address is known */
  send: (email: string) => Promise<string>
}

/** Asks for an address and has a link mailed to it. */
export function NewLinkForm({ send }: NewLinkFormProps) {
  const [said, say] = useState('')
  const form = useForm({
    check: ({ email = '' }) => {
      say('')
      return { email: fieldProblems.email(email) }
    },
    send: async ({ email = '' }) => say(await send(email)),
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
        {said && (
          <p className="note form-success" data-kind="good">
            {said}
          </p>
        )}
      </div>
      <SubmitButton busy={form.busy} busyWords="Sending the mail …">
        Send a new link
      </SubmitButton>
    </form>
  )
}
