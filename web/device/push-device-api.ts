import type { PushPlatform } from '#contract/push.ts'

/** The permission to show notifications, or the reason why the device never can. */
export type PushStanding = NotificationPermission | 'unsupported' | 'safari'

/** The token and platform with which a device is registered (S3.06). */
export interface DeviceToken {
  token: string
  platform: PushPlatform
}

/** The push service of the device. */
export interface PushDevice {
  /** Resolves when the device can be registered, which may never happen. */
  ready: () => Promise<unknown>
  standing: () => Promise<PushStanding>
  /** Asks the person for the permission, unless they have answered before. */
  ask: () => Promise<void>
  /** @throws {NoToken}, and the error of a call */
  token: () => Promise<DeviceToken>
  /** Ends the registration at the push service. */
  forget: () => Promise<void>
  /** Calls the listener when the permission changes, here or in the device's settings. */
  onChange: (listener: () => void) => void
}

/** The device or its push service returned no token. */
export class NoToken extends Error {
  override name = 'NoToken'
}
