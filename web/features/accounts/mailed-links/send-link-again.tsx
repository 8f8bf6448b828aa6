import { useState } from 'react'
import { resendVerification } from '#contract/accounts.ts'
import { api } from '../../../api/call-api.ts'
import { problemOf } from '../../../api/problem.ts'
import { verificationUrl } from './verification-url.ts'

/** Mails a new link to an address that has signed up and is not confirmed yet. */
export function SendLinkAgain({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const [words, say] = useState('')
  async function send() {
    if (busy) return
    setBusy(true)
    try {
      const body = { email, verificationUrl: verificationUrl() }
      say((await api(resendVerification, { body })).message)
    } catch (error) {
      say((await problemOf(error, 'The link could not be sent. Try again.')).message)
    }
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="link-button" aria-disabled={busy || undefined} onClick={send}>
        {busy ? 'Sending the link …' : 'Send the link again'}
      </button>
      {words && <p role="status">{words}</p>}
    </>
  )
}
