import * as calls from '#contract/passkeys.ts'
import type { RouteScope } from '../../define-feature.ts'
import type { AccountContext } from '../account-context.ts'
import { beginPasskeyAuthentication } from './assertions.ts'
import { loginChallengeBinding } from './challenges.ts'
import { addPasskey, beginPasskeyRegistration, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'

/** Adds the calls with which readers log in with a passkey, and manage the passkeys of their account. */
export function passkeyRoutes(bind: RouteScope['bind'], context: AccountContext): void {
  const { db } = context

  bind(calls.listPasskeys, async ({ actor }) => ({ passkeys: await listPasskeys(db, actor.userId) }))
  bind(calls.beginPasskeyRegistration, ({ actor, client }) => beginPasskeyRegistration(context, actor, client.origin))
  bind(calls.addPasskey, ({ actor, body, client }) => addPasskey(context, actor, { ...body, client }))
  bind(calls.renamePasskey, ({ actor, params, body }) => renamePasskey(db, actor, params.id, body.name))
  bind(calls.removePasskey, ({ actor, params, client }) => removePasskey(context, actor, { ...params, client }))

  bind(calls.beginPasskeyLogin, ({ client }) =>
    beginPasskeyAuthentication(context, client.origin, loginChallengeBinding),
  )
  bind(calls.beginPasskeyProof, ({ actor, client }) =>
    beginPasskeyAuthentication(context, client.origin, { purpose: 'proof', sessionId: actor.sessionId }),
  )
}
