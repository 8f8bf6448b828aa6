import type { PushPayload, PushPlatform } from '#contract/push.ts'

/** What is sent to one device. */
export interface PushRequest {
  platform: PushPlatform
  token: string
  payload: PushPayload
  /** How long it is of use, in seconds. */
  ttl: number
}

/** What a push service says to it. */
export type DeliveryResult =
  | 'accepted'
  /** It does not know the device, or not as one of this site: nothing will ever reach it. */
  | 'gone'
  /** It will never take this message, and says why. */
  | { refused: string }
  /** It may take it later. */
  | { busy: string; retryAfterMs?: number | undefined }

/** Hands a pushRequest to a push service (S7.17). It does not throw. */
export type Send = (pushRequest: PushRequest) => Promise<DeliveryResult>

/** Which messages wake a device that saves its battery (RFC 8030 5.3). */
export const isUrgent = ({ topic }: PushPayload): boolean => topic === 'orders' || topic === 'test'
