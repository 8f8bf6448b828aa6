import type { PushPlatform } from '#contract/push.ts'

/** Whether this device may show notifications, or why it never will. */
export type PushStanding = NotificationPermission | 'unsupported' | 'safari'

/** What a device is registered by (S3.06). */
export interface DeviceToken {
  token: string
  platform: PushPlatform
}

/** What this page runs on, as far as push messages go. */
export interface PushDevice {
  /** Resolves when it can be registered, which it may never be. */
  ready: () => Promise<unknown>
  standing: () => Promise<PushStanding>
  /** Asks the person, unless they have answered before. */
  ask: () => Promise<void>
  /** @throws {NoToken}, and what a call throws */
  token: () => Promise<DeviceToken>
  /** The push service lets go of this device. */
  forget: () => Promise<void>
  /** Calls when the permission changes, here or in the device's settings. */
  onChange: (listener: () => void) => void
}

/** The device, or its push service, gives no token. */
export class NoToken extends Error {
  override name = 'NoToken'
}
