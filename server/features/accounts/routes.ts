import * as calls from '#contract/accounts.ts'
import { passkeyLogin } from '#contract/passkeys.ts'
import type { Actor } from '../../http/actor.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import type { AccountContext } from './account-context.ts'
import { clearUnusedBrowserCookie } from './browser.ts'
import { claimSiteAsFirstAdmin } from './claim-site.ts'
import { logInAsGuest, logInWithPasskey, logInWithPassword } from './log-in.ts'
import { endSessionOfToken, refreshSession } from './refresh.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { endSession } from './sessions.ts'
import { redeemMailLink, requestSignup, resendVerification } from './sign-up.ts'
import { readAuthUser } from './users.ts'

export function accountRoutes(bind: BindEndpoint, context: AccountContext, providers: calls.LoginProvider[]): void {
  const { db, events } = context
  const leaveSession = async (actor: Actor | null) => {
    if (!actor) return
    await endSession(db, actor.userId, actor.sessionId)
    await events.publish(db, 'access.changed', { userId: actor.userId })
  }
  /** Ends the caller's previous session after a new login. */
  const replaceSession = async (actor: Actor | null, login: Promise<calls.TokenPair>) => {
    const pair = await login
    await leaveSession(actor)
    return pair
  }

  bind(calls.requestSignup, ({ body, countCall }) => requestSignup(context, { ...body, countCall }))
  bind(calls.redeemMailLink, async ({ body, actor, client }) => {
    const confirmed = await redeemMailLink(context, { ...body, actor, client })
    // The session of a guest ends, because the reader's session replaces it.
    if (confirmed.session) await leaveSession(actor)
    return confirmed
  })
  bind(calls.resendVerification, ({ body }) => resendVerification(context, body))

  bind(calls.passwordLogin, ({ body, actor, client }) =>
    replaceSession(actor, logInWithPassword(context, { ...body, client })),
  )
  bind(passkeyLogin, ({ body, actor, client }) => replaceSession(actor, logInWithPasskey(context, { ...body, client })))
  bind(calls.guestLogin, async ({ body, actor, client }) => {
    const pair = await replaceSession(actor, logInAsGuest(context, { ...body, client }))
    return { token: pair.accessToken, refreshToken: pair.refreshToken }
  })
  bind(calls.getLoginProviders, () => ({ providers, mail: context.smtp }))

  bind(calls.renewSession, ({ body, client }) => refreshSession(context, { ...body, client }))
  bind(calls.getCurrentUser, ({ actor }) => readAuthUser(db, actor.userId))
  bind(calls.logout, async ({ actor, body, client }) => {
    await leaveSession(actor)
    if (body?.refreshToken) await endSessionOfToken(context, { refreshToken: body.refreshToken, client })
    await clearUnusedBrowserCookie(db, client)
  })

  bind(calls.forgotPassword, ({ body, client }) => requestPasswordReset(context, { ...body, client }))
  bind(calls.resetPassword, ({ body, client }) => resetPassword(context, { ...body, client }))
  bind(calls.claimSiteAsFirstAdmin, ({ body, actor, client }) =>
    replaceSession(actor, claimSiteAsFirstAdmin(context, { ...body, actor, client })),
  )
}
