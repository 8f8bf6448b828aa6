import * as calls from '#contract/second-factor.ts'
import type { RouteScope } from '../../define-feature.ts'
import type { AccountContext } from '../account-context.ts'
import {
  beginSecondFactorSetup,
  enableSecondFactor,
  readSecondFactorState,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'

/** Adds the calls with which readers manage the second factor of their account. */
export function secondFactorRoutes(bind: RouteScope['bind'], context: AccountContext): void {
  bind(calls.getSecondFactor, ({ actor }) => readSecondFactorState(context.db, actor))
  bind(calls.beginSecondFactorSetup, ({ actor }) => beginSecondFactorSetup(context, actor))
  bind(calls.enableSecondFactor, ({ actor, body, client }) => enableSecondFactor(context, actor, { ...body, client }))
  bind(calls.renewRecoveryCodes, ({ actor }) => renewRecoveryCodes(context, actor))
  bind(calls.removeSecondFactor, ({ actor, client }) => removeSecondFactor(context, actor, client))
}
