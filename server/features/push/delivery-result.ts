import type { PushPayload, PushPlatform } from '#contract/push.ts'

/** A message for one device. */
export interface PushRequest {
  platform: PushPlatform
  token: string
  payload: PushPayload
  /** The time to live, in seconds. */
  ttl: number
}

/** The answer of a push service. */
export type DeliveryResult =
  | 'accepted'
  /** The service does not know the device, or not as one of this site; no message will ever reach it. */
  | 'gone'
  /** The service will never accept this message, for this reason. */
  | { refused: string }
  /** The service may accept the message later. */
  | { busy: string; retryAfterMs?: number | undefined }

/** Sends a request to a push service (S7.17). It does not throw. */
export type Send = (pushRequest: PushRequest) => Promise<DeliveryResult>

/** Returns whether a message wakes a device that saves its battery (RFC 8030 5.3). */
export const isUrgent = ({ topic }: PushPayload): boolean => topic === 'orders' || topic === 'test'
