import {
  claimSite as claimSiteCall,
  forgotPassword as forgotPasswordCall,
  getCurrentUser,
  getProviders,
  guestCheckout,
  logout,
  manualLogin,
  type Provider,
  refreshTokens,
  resendVerification as resendVerificationCall,
  resetPassword as resetPasswordCall,
  signup,
  verifyEmail as verifyEmailCall,
} from '#contract/accounts.ts'
import type { Actor } from '../../http/actor.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { AccountContext } from './account-context.ts'
import { claimSite } from './claim-site.ts'
import { continueAsGuest, logIn } from './log-in.ts'
import { endSessionOfToken, refreshSession } from './refresh.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { endSession } from './sessions.ts'
import { resendVerification, signUp, verifyEmail } from './sign-up.ts'
import { presentUser } from './users.ts'

/** Adds sign-up, login and logout (S7.02 to S7.07). */
export function accountRoutes(bind: Bind, context: AccountContext, providers: Provider[]): void {
  const { db, events } = context
  /** Ends the session of the caller, who has just logged in again. */
  const leaveSession = async (actor: Actor | null) => {
    if (!actor) return
    await endSession(db, actor.userId, actor.sessionId)
    await events.publish(db, 'access.changed', { userId: actor.userId })
  }

  bind(signup, async ({ body }) => ({ status: 200, body: await signUp(context, body) }))
  bind(verifyEmailCall, async ({ body }) => ({ status: 200, body: await verifyEmail(context, body.token) }))
  bind(resendVerificationCall, async ({ body }) => ({ status: 200, body: await resendVerification(context, body) }))

  bind(manualLogin, async ({ body, actor, client }) => {
    const pair = await logIn(context, { ...body, client })
    await leaveSession(actor)
    return { status: 200, body: pair }
  })
  bind(guestCheckout, async ({ body, actor, client }) => {
    const { accessToken, refreshToken } = await continueAsGuest(context, { ...body, client })
    await leaveSession(actor)
    return { status: 200, body: { token: accessToken, refreshToken } }
  })
  bind(getProviders, () => ({ status: 200, body: { providers } }))

  bind(refreshTokens, async ({ body, client }) => ({
    status: 200,
    body: await refreshSession(context, { ...body, client }),
  }))
  bind(getCurrentUser, async ({ actor }) => ({ status: 200, body: await presentUser(db, actor.userId) }))
  bind(logout, async ({ actor, body }) => {
    await leaveSession(actor)
    if (body?.refreshToken) await endSessionOfToken(context, body.refreshToken)
    return { status: 204, body: undefined }
  })

  bind(forgotPasswordCall, async ({ body, client }) => ({
    status: 200,
    body: await forgotPassword(context, { ...body, client }),
  }))
  bind(resetPasswordCall, async ({ body, client }) => ({
    status: 200,
    body: await resetPassword(context, { ...body, client }),
  }))
  bind(claimSiteCall, async ({ body, actor, client }) => {
    const pair = await claimSite(context, { ...body, actor, client })
    await leaveSession(actor)
    return { status: 200, body: pair }
  })
}
