import * as z from 'zod'
import { damagedRows } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS, PUSH_TOKEN_LENGTH_MAX } from './limits.ts'

const nothing = z.undefined()
const ms = z.int()

/** What is told by push; `errors` goes to admins alone. */
export const pushTopics = ['notices', 'replies', 'orders', 'errors'] as const
export type PushTopic = (typeof pushTopics)[number]

/** S3.06: what a device is. */
export const pushPlatforms = ['android', 'ios', 'web'] as const
export type PushPlatform = (typeof pushPlatforms)[number]

/** What a device is sent, encrypted on its way (RFC 8291). */
export interface PushPayload {
  topic: PushTopic | 'test'
  title: string
  body: string
  /** The path on this site that a click leads to. */
  url: string
  /** A later message of the same tag takes the place of the earlier one on the device. */
  tag: string
}

/** What a browser needs before it can ask to be registered. */
const settings = z.object({
  /** The key that a subscription is tied to (RFC 8292 3.2), in base64url; another one means to subscribe anew. */
  vapidPublicKey: z.string(),
  /** Where browsers are to register with Firebase Cloud Messaging; null for Web Push without it. */
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
export type PushSettings = z.output<typeof settings>

export const getPushSettings = defineEndpoint({
  method: 'GET',
  path: '/api/push/settings',
  access: 'anyone',
  replies: { 200: settings },
  errors: [],
})

/** Of Web Push the JSON of the browser's subscription, of Firebase its registration token. */
const token = z.string().min(1, 'must be there').max(PUSH_TOKEN_LENGTH_MAX, 'is too long')

/**
 * S7.11, S3.06: the device of this session gets what its reader wants to hear of, as long as the session lasts. Done again
 * it changes nothing; a device that was another reader's is this one's from then on.
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

/** The device gets nothing any more; done again it changes nothing. */
export const removeDeviceToken = defineEndpoint({
  method: 'DELETE',
  path: '/users/fcm-token',
  access: 'reader',
  body: z.object({ token }),
  replies: { 204: nothing },
  errors: [],
})

/** An hour and minute of the day, `22:30`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:30')

const preferences = z.object({
  /** Which topics are wanted. */
  topics: z.object({ notices: z.boolean(), replies: z.boolean(), orders: z.boolean(), errors: z.boolean() }),
  /** When nothing but order changes is to arrive, in the reader's own time zone; what comes up then arrives at their end. */
  quietHours: z.object({ from: timeOfDay, to: timeOfDay, timeZone: z.string().max(60) }).nullable(),
})
export type PushPreferences = z.output<typeof preferences>

const device = z.object({
  id: z.string(),
  /** Such as "Chrome on Android". */
  name: z.string(),
  platform: z.enum(pushPlatforms),
  /** Whether it is that of this session. */
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
  errors: [],
})

export const savePushPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/account/push',
  access: 'reader',
  body: preferences,
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

/** Sends a message to every device of the reader, quiet hours or not. @returns to how many */
export const sendTestPush = defineEndpoint({
  method: 'POST',
  path: '/api/account/push/test',
  access: 'reader',
  replies: { 202: z.object({ devices: z.int() }) },
  errors: ['no_device'],
  limits: [{ per: 'account', max: 10, windowMs: HOUR_MS }],
})

/** What became of a message: so many devices wait for it, so many push services have taken it, refused it, or know the device no more. */
const fate = z.object({ waiting: z.int(), accepted: z.int(), failed: z.int(), expired: z.int() })

export const pushMessage = fate.extend({
  id: z.string(),
  topic: z.enum([...pushTopics, 'test']),
  title: z.string(),
  body: z.string(),
  createdAt: ms,
  /** What the push service last said against it, where it failed. */
  lastError: z.string().nullable(),
})
export type PushMessage = z.output<typeof pushMessage>

/** The ledger of the last thirty days, newest first. */
export const listPushMessages = defineEndpoint({
  method: 'GET',
  path: '/api/desk/push',
  access: 'admin',
  query: z.object({ cursor: z.uuid().optional() }),
  replies: {
    200: z.object({
      messages: z.array(pushMessage),
      damaged: damagedRows,
      next: z.string().nullable(),
      totals: fate,
      /** How many devices are registered, by platform. */
      devices: z.object({ web: z.int(), android: z.int(), ios: z.int() }),
      /** Whether Firebase is configured, without which phones with the app get nothing. */
      firebase: z.boolean(),
    }),
  },
  errors: [],
})
