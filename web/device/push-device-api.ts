import type { RequestBody } from '#contract/endpoint.ts'
import type { registerDevice } from '#contract/push.ts'

/** The permission to show notifications, or the reason why the device cannot receive them. */
export type PushPermission = NotificationPermission | 'unsupported' | 'safari'

export interface PushDevice {
  /** Resolves when the device can be registered. On a device without push, it never resolves. */
  ready: () => Promise<unknown>
  standing: () => Promise<PushPermission>
  /** Asks the user for the permission, unless the user has answered before. */
  ask: () => Promise<void>
  /**
   * Registers the device at its push service, and returns the token for the site (S3.06).
   * @throws {NoPushTokenError}, and the error of a call
   */
  token: () => Promise<RequestBody<typeof registerDevice>>
  /** Ends the registration at the push service. */
  forget: () => Promise<void>
  /** Calls the listener when the permission changes, on the page or in the device's settings. */
  onChange: (listener: () => void) => void
}

/** Thrown when the device or its push service returned no token. */
export class NoPushTokenError extends Error {
  override name = 'NoPushTokenError'
}
