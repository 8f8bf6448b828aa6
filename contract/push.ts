import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS, PUSH_TOKEN_LENGTH_MAX } from './limits.ts'

const nothing = z.undefined()
const ms = z.int()

/** The topics of push messages; `errors` goes to admins only. */
export const pushTopics = ['notices', 'pages', 'replies', 'orders', 'errors'] as const
export type PushTopic = (typeof pushTopics)[number]

/**
 * How long a push service stores a message for an offline device, in seconds (RFC 8030 4.4). A message about a notice
 * is stored at most until the notice ends.
 */
export const PUSH_TTL_SECONDS_BY_TOPIC: Record<PushTopic | 'test', number> = {
  notices: 86_400,
  pages: 7 * 86_400,
  replies: 7 * 86_400,
  orders: 3_600,
  errors: 86_400,
  test: 300,
}

/** The platform of a device (S3.06). */
export const pushPlatforms = ['android', 'ios', 'web'] as const
export type PushPlatform = (typeof pushPlatforms)[number]

/** The message that a device receives, encrypted in transit (RFC 8291). */
export interface PushPayload {
  topic: PushTopic | 'test'
  title: string
  body: string
  /** The path on this site that a click opens. */
  url: string
  /** A later message with the same tag replaces the earlier one on the device. */
  tag: string
}

/** The settings that a browser needs before it registers. */
const settings = z.object({
  /** The public key of subscriptions (RFC 8292 3.2), in base64url. When it changes, browsers subscribe again. */
  vapidPublicKey: z.string(),
  /** The settings of Firebase Cloud Messaging; null when browsers use Web Push without Firebase. */
  firebase: z
    .object({
      apiKey: z.string(),
      projectId: z.string(),
      appId: z.string(),
      messagingSenderId: z.string(),
      vapidKey: z.string(),
    })
    .nullable(),
})
export type PublicPushSettings = z.output<typeof settings>

export const getPublicPushSettings = defineEndpoint({
  method: 'GET',
  path: '/api/push/settings',
  access: 'anyone',
  replies: { 200: settings },
})

/** A browser's push subscription as JSON (Web Push), or the registration token (Firebase). */
const token = z.string().min(1, 'must be there').max(PUSH_TOKEN_LENGTH_MAX, 'is too long')

/**
 * Registers the device of the session, until the session ends (S7.11, S3.06). The device gets the topics of the
 * logged-in reader. If another reader had registered this device, it now belongs to the logged-in reader. A repeated
 * call changes nothing.
 */
export const registerDevice = defineEndpoint({
  method: 'POST',
  path: '/users/fcm-token',
  access: 'reader',
  body: z.object({ token, platform: z.enum(pushPlatforms) }),
  replies: { 204: nothing },
  errors: ['push_token_invalid'],
  limits: [{ per: 'account', max: 60, windowMs: HOUR_MS }],
})

/** Removes the device with this token, so that the device gets no more messages. A repeated call changes nothing. */
export const removeDeviceToken = defineEndpoint({
  method: 'DELETE',
  path: '/users/fcm-token',
  access: 'reader',
  body: z.object({ token }),
  replies: { 204: nothing },
})

/** A time of day, `22:30`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:30')

const preferences = z.object({
  /** The subscribed topics. */
  topics: z.record(z.enum(pushTopics), z.boolean()),
  /**
   * The quiet hours in the reader's time zone. During quiet hours only messages about orders are sent. Other messages
   * wait until the quiet hours end.
   */
  quietHours: z.object({ from: timeOfDay, to: timeOfDay, timeZone: z.string().max(60) }).nullable(),
})
export type PushPreferences = z.output<typeof preferences>

/**
 * Fields and topics that a request leaves out keep their stored values. Another page may have changed these values, and
 * pages of an older build do not know all topics.
 */
const preferencesChange = preferences.extend({ topics: z.partialRecord(z.enum(pushTopics), z.boolean()) }).partial()
export type PushPreferencesChange = z.output<typeof preferencesChange>

const device = z.object({
  id: z.string(),
  /** The browser and its system, such as "Chrome on Android". */
  name: z.string(),
  platform: z.enum(pushPlatforms),
  /** Whether the device belongs to the current session. */
  current: z.boolean(),
  registeredAt: ms,
})

const myPush = preferences.extend({ devices: z.array(device) })
export type MyPushSettings = z.output<typeof myPush>

export const getMyPushSettings = defineEndpoint({
  method: 'GET',
  path: '/api/account/push',
  access: 'reader',
  replies: { 200: myPush },
})

export const savePushPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/account/push',
  access: 'reader',
  body: preferencesChange,
  replies: { 200: myPush },
  errors: ['time_zone_unknown', 'quiet_hours_empty'],
})

export const removeDevice = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/push/devices/:id',
  access: 'reader',
  params: z.object({ id: z.uuid() }),
  replies: { 204: nothing },
  errors: ['not_found'],
})

/** Sends a message to all devices of the reader, even in quiet hours. @returns the number of devices */
export const sendTestPush = defineEndpoint({
  method: 'POST',
  path: '/api/account/push/test',
  access: 'reader',
  replies: { 202: z.object({ devices: z.int() }) },
  errors: ['no_device'],
  limits: [{ per: 'account', max: 10, windowMs: HOUR_MS }],
})

/** The number of devices for each result of the delivery. `expired`: the push service no longer knows the device. */
const fate = z.object({ waiting: z.int(), accepted: z.int(), failed: z.int(), expired: z.int() })

export const deskPushMessageSchema = fate.extend({
  id: z.string(),
  topic: z.enum([...pushTopics, 'test']),
  title: z.string(),
  body: z.string(),
  createdAt: ms,
  /** The last error of the push service, for a failed message. */
  lastError: z.string().nullable(),
})
export type DeskPushMessage = z.output<typeof deskPushMessageSchema>

/** Lists the push messages of the last thirty days, newest first. */
export const listDeskPushMessages = defineEndpoint({
  method: 'GET',
  path: '/api/desk/push',
  access: 'admin',
  query: z.object({ cursor: z.uuid().optional() }),
  replies: {
    200: z.object({
      messages: z.array(deskPushMessageSchema),
      damaged: damagedRowsSchema,
      next: z.string().nullable(),
      totals: fate,
      /** The number of registered devices for each platform. */
      devices: z.object({ web: z.int(), android: z.int(), ios: z.int() }),
      /** Whether Firebase is configured; without it, phones with the app get no messages. */
      firebase: z.boolean(),
    }),
  },
})
