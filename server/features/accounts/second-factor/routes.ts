import * as calls from '#contract/second-factor.ts'
import type { FeatureScope } from '../../define-feature.ts'
import type { AccountContext } from '../account-context.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactorState,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'

/** Adds the calls with which readers manage the second factor of their account. */
export function secondFactorRoutes(bind: FeatureScope['bind'], context: AccountContext): void {
  bind(calls.getSecondFactor, ({ actor }) => readSecondFactorState(context.db, actor))
  bind(calls.beginSecondFactor, ({ actor }) => beginSecondFactor(context, actor))
  bind(calls.confirmSecondFactor, ({ actor, body, client }) => confirmSecondFactor(context, actor, { ...body, client }))
  bind(calls.renewRecoveryCodes, ({ actor }) => renewRecoveryCodes(context, actor))
  bind(calls.removeSecondFactor, ({ actor, client }) => removeSecondFactor(context, actor, client))
}
