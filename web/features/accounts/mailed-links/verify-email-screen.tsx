import { useLocation } from 'react-router'
import { redeemMailLink, resendVerification } from '#contract/accounts.ts'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { site } from '#site'
import { authFetch, fetchWithoutSession } from '../../../api/api.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import { hasTokens } from '../../../api/tokens.ts'
import { useLoadAndNavigate } from '../../../kit/go.ts'
import { Link } from '../../../kit/link.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { EntryLayout, FormFooterLink } from '../entry/entry-layout.tsx'
import { sanitizeReturnPath } from '../entry/return-path.ts'
import { RequestNewLinkForm } from './new-link-form.tsx'
import { useMailedLinkForm } from './use-mailed-link-form.ts'
import { buildVerificationUrl } from './verification-url.ts'

/**
 * The screen of /verify-email, opened by a verification mail (S2.13). Only pressing the button redeems the link,
 * because mail programs open links by themselves. A new reader is then logged in and returns to the page where the
 * signup began, unless another reader is logged in or the new account has no password.
 */
export function Screen() {
  const { user, fetchUser, loggedIn } = useSession()
  const { search } = useLocation()
  const go = useLoadAndNavigate()
  const returnTo = new URLSearchParams(search).get('returnTo')
  const { token, form, isLinkOver, result } = useMailedLinkForm({
    send: async (token) => {
      const { session, ...address } = await redeem(token)
      if (session) await loggedIn(session)
      else await fetchUser()
      if (!session || !returnTo || address.needsPassword) return { ...address, isNew: session !== undefined }
      await go(sanitizeReturnPath(returnTo), { replace: true })
    },
    offline: 'There was no answer. Check your connection and press the button again.',
  })

  if (result) {
    const isOrdering = site.features.ordering && result.guest
    const [address, linkText] = isOrdering
      ? ['/order', 'Back to your order']
      : result.isNew && result.needsPassword
        ? ['/account#password', 'Set a password']
        : result.isNew
          ? ['/', 'To the start']
          : user || result.needsPassword
            ? ['/account', 'Your account']
            : ['/login', 'Log in']
    // The server sends no session for a new account only when another reader is logged in, who may not be loaded yet.
    const isOfAnotherAccount = result.needsPassword || (user !== null && !result.guest && user.email !== result.email)
    return (
      <EntryLayout title="Your email address is confirmed" outcome>
        <p>
          <b>{result.email}</b> is yours
          {isOrdering
            ? '. Go back to your order and place it: what you have chosen is kept.'
            : result.isNew
              ? ', your account is ready, and you are logged in.'
              : isOfAnotherAccount
                ? `, and its account is ready. You are still logged in${user ? ` as ${user.user}` : ''}. To use the other account, log out first.`
                : user
                  ? '.'
                  : ', and your account is ready. Log in with it and your password.'}
        </p>
        {result.needsPassword && (
          <p>
            {result.isNew ? 'Your account' : 'The other account'} has no password yet. Somebody has signed up with this
            address more than once, and one of these signups may be a stranger’s.{' '}
            {result.isNew
              ? 'Set a password now, and check the name of your account. To set it later, choose “Forgot password” on the login page.'
              : 'To set a password, log out and choose “Forgot password” on the login page.'}
          </p>
        )}
        <Link className="button form-submit" to={address}>
          {linkText}
        </Link>
        {result.needsPassword && result.isNew && (
          <FormFooterLink to={sanitizeReturnPath(returnTo)}>Set it later</FormFooterLink>
        )}
      </EntryLayout>
    )
  }
  if (token === null || isLinkOver) {
    return (
      <EntryLayout title={isLinkOver ? 'That link cannot be used' : 'Confirm your email address'} outcome={isLinkOver}>
        <p role={isLinkOver ? 'alert' : undefined}>
          {form.problem?.message ??
            'This page is opened from the link in a verification mail. If you have signed up and the link is lost or too old, have a new one sent.'}
        </p>
        <RequestNewLinkForm
          send={async (email) => {
            const body = { email, verificationUrl: buildVerificationUrl(search) }
            return (await callForJson(resendVerification, { body })).message
          }}
        />
        <FormFooterLink to="/login">Log in</FormFooterLink>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout title="Confirm your email address">
      <p>One press confirms that the address of this mail is yours. If you have just signed up, it logs you in too.</p>
      <Form form={form} submit="Confirm my email address" busyText="Confirming …" />
    </EntryLayout>
  )
}

/**
 * Redeems the link. Sends the token of a logged-in reader, so that the server does not log this reader into another
 * account. Sends no token when nobody is logged in, or when the session is over.
 * @throws {FailedResponseError} for a refusal; another error when there is no response, or when the session could not
 *   be renewed
 */
async function redeem(token: string): Promise<SuccessReplyBody<typeof redeemMailLink>> {
  const request = { body: { token } }
  const withSession = await authFetch(redeemMailLink, request)
  const isVisitor = !withSession || (withSession.status === 401 && !hasTokens())
  const response = isVisitor ? await fetchWithoutSession(redeemMailLink, request) : withSession
  if (!response.ok) throw new Error('The session could not be renewed.')
  return response.json()
}
