import { useState } from 'react'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'

interface NewLinkFormProps {
  /** Requests the mail. @returns the message to show, which does not reveal whether the address has an account */
  send: (email: string) => Promise<string>
}

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
    <Form form={form} submit="Send a new link" busyText="Sending the mail …">
      <Field id="link-email" name="email" type="email" label="Email" required autoComplete="username" />
      <div role="status">
        {message && (
          <p className="note form-success" data-kind="good">
            {message}
          </p>
        )}
      </div>
    </Form>
  )
}
