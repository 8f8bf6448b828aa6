import type { Body } from '#contract/endpoint.ts'
import type { registerDevice } from '#contract/push.ts'

/** The permission to show notifications, or the reason why the device never can. */
export type PushStanding = NotificationPermission | 'unsupported' | 'safari'

export interface PushDevice {
  /** Resolves when the device can be registered, which may never happen. */
  ready: () => Promise<unknown>
  standing: () => Promise<PushStanding>
  /** Asks the person for the permission, unless they have answered before. */
  ask: () => Promise<void>
  /** Returns what the device is registered with (S3.06). @throws {NoToken}, and the error of a call */
  token: () => Promise<Body<typeof registerDevice>>
  /** Ends the registration at the push service. */
  forget: () => Promise<void>
  /** Calls the listener when the permission changes, here or in the device's settings. */
  onChange: (listener: () => void) => void
}

/** The device or its push service returned no token. */
export class NoToken extends Error {
  override name = 'NoToken'
}
