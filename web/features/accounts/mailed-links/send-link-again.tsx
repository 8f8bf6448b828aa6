import { useState } from 'react'
import { resendVerification } from '#contract/accounts.ts'
import { api } from '../../../api/call-api.ts'
import { problemOf } from '../../../api/problem.ts'
import { buildVerificationUrl } from './verification-url.ts'

/** The button that mails a new link to an address that is not confirmed yet. */
export function SendLinkAgain({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  async function send() {
    if (busy) return
    setBusy(true)
    try {
      const body = { email, verificationUrl: buildVerificationUrl() }
      setMessage((await api(resendVerification, { body })).message)
    } catch (error) {
      setMessage((await problemOf(error, 'The link could not be sent. Try again.')).message)
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
