import { useState } from 'react'
import { useLocation } from 'react-router'
import { resendVerification } from '#contract/accounts.ts'
import { callForJson } from '../../../api/call-api.ts'
import { readProblem } from '../../../api/problem.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { FormSuccess } from '../../../ui/form/form-success.tsx'
import { buildVerificationUrl } from './verification-url.ts'

interface NewLinkFormProps {
  /** Requests the mail. @returns the message to show, which does not reveal whether the email address has an account */
  send: (email: string) => Promise<string>
}

export function RequestNewLinkForm({ send }: NewLinkFormProps) {
  const [message, setMessage] = useState('')
  const form = useForm({
    check: ({ email = '' }) => {
      setMessage('')
      return { email: fieldChecks.email(email) }
    },
    send: async ({ email = '' }) => setMessage(await send(email)),
    offline: 'The mail could not be asked for. Check your connection and try again.',
  })
  return (
    <Form form={form} submit="Send a new link" busyText="Sending the mail …">
      <Field id="link-email" name="email" type="email" label="Email" required autoComplete="username" />
      <FormSuccess message={message} />
    </Form>
  )
}

/** The button that mails a new link to an email address that is not confirmed yet. */
export function SendLinkAgainButton({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const { search } = useLocation()
  async function send() {
    if (busy) return
    setBusy(true)
    try {
      const body = { email, verificationUrl: buildVerificationUrl(search) }
      setMessage((await callForJson(resendVerification, { body })).message)
    } catch (error) {
      setMessage((await readProblem(error, 'The link could not be sent. Try again.')).message)
    }
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="link-button" aria-disabled={busy || undefined} onClick={send}>
        {busy ? 'Sending the link …' : 'Send the link again'}
      </button>
      {message && <p role="status">{message}</p>}
    </>
  )
}
