import { type Nullable, type SelectQueryBuilder, sql } from 'kysely'
import { REFRESH_TOKEN_MS, SECOND_MS } from '#contract/limits.ts'
import { PUSH_TTL_SECONDS_BY_TOPIC, type PushTopic } from '#contract/push.ts'
import { buildAccountsQuery, type SharedAccountColumns } from '../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../db/database.ts'
import { createId } from '../db/ids.ts'
import type { Schema } from '../db/schema.ts'
import { toOneLine, wakeWorkerAfterCommit } from './outbox.ts'

export interface PushMessage {
  topic: PushTopic | 'test'
  title: string
  body: string
  /** The path on this site that a click opens. */
  url: string
  /** A later message with the same tag replaces the earlier one on the device. */
  tag: string
  /**
   * The message expires at this time, or earlier when the time to live of its topic ends (PUSH_TTL_SECONDS_BY_TOPIC).
   */
  expiresAt?: number | null
  /**
   * The notice or the comment that the message quotes. When the notice, or the text of the comment, is deleted, the
   * message is deleted too.
   */
  noticeId?: string
  commentId?: string
}

export type PushRecipients = { userId: string } | 'readers' | 'admins'

/** The maximum length of a title that devices show, and that fits into an encrypted message (RFC 8291 4). */
const TITLE_LENGTH_MAX = 100
/** The maximum length of a body, for the same reasons. An encrypted message has at most 4,096 bytes. */
const BODY_LENGTH_MAX = 400

const columns = ['id', 'kind', 'payload', 'comment_id', 'push_message_id', 'device_id', 'state', 'attempts'] as const

/**
 * Adds a message to the outbox for every device of the recipients, with one statement for all devices. Devices whose
 * owners have turned off the topic are left out. The message is sent after the commit. When there is no device, nothing
 * is stored.
 * @returns the number of devices
 */
export async function enqueuePush(tx: Tx, recipients: PushRecipients, message: PushMessage) {
  const { topic, url, tag, noticeId = null, commentId = null } = message
  const id = createId()
  const now = Date.now()
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('outbox')
    .columns([...columns, 'next_at', 'created_at'])
    .expression(
      buildActiveDevicesQuery(tx, now)
        .select([
          sql<string>`cast(${id} as text) || '.' || push_devices.id`.as('id'),
          sql.lit('push').as('kind'),
          sql.lit('{}').as('payload'),
          sql<string | null>`cast(${commentId} as text)`.as('comment_id'),
          sql<string>`cast(${id} as text)`.as('push_message_id'),
          'push_devices.id as device_id',
          sql.lit('waiting').as('state'),
          sql.lit(0).as('attempts'),
          sql<number>`cast(${now} as bigint)`.as('next_at'),
          sql<number>`cast(${now} as bigint)`.as('created_at'),
        ])
        .$if(typeof recipients === 'object', (query) =>
          query.where('push_devices.user_id', '=', (recipients as { userId: string }).userId),
        )
        .$if(recipients === 'admins', (query) =>
          query.where('push_devices.user_id', 'in', (eb) =>
            eb.selectFrom('user_roles').select('user_id').where('role', '=', 'Admin'),
          ),
        )
        .where(({ not, exists }) => not(exists(buildPushOptOutSubquery(tx, topic)))),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return 0
  await tx
    .insertInto('push_messages')
    .values({
      id,
      topic,
      title: shortenText(toOneLine(message.title.toWellFormed()), TITLE_LENGTH_MAX),
      body: shortenText(toOneLine(message.body.toWellFormed()), BODY_LENGTH_MAX),
      url,
      tag,
      admins_only: recipients === 'admins' ? 1 : 0,
      expires_at: calculatePushExpiry(topic, now, message.expiresAt),
      notice_id: noticeId,
      comment_id: commentId,
      created_at: now,
    })
    .execute()
  await wakeWorkerAfterCommit(tx, 'push')
  return Number(numInsertedOrUpdatedRows)
}

/**
 * Returns when a message that is sent now expires: at the end of its topic's time to live (PUSH_TTL_SECONDS_BY_TOPIC),
 * or at `before` if that is earlier.
 */
export function calculatePushExpiry(topic: PushMessage['topic'], now: number, before: number | null = null): number {
  return Math.min(now + PUSH_TTL_SECONDS_BY_TOPIC[topic] * SECOND_MS, before ?? Number.POSITIVE_INFINITY)
}

/** Shortens a longer text to `length` characters, of which the last is an ellipsis. */
export function shortenText(text: string, length: number): string {
  const characters = [...text]
  if (characters.length <= length) return text
  const start = characters.slice(0, length - 1).join('')
  return `${start.trimEnd()}…`
}

/** For a subquery on `push_devices`: selects a row when the owner of the device has turned off the topic. */
export const buildPushOptOutSubquery = (db: DatabaseOrTx, topic: PushMessage['topic']) =>
  db
    .selectFrom('push_opt_outs')
    .select('push_opt_outs.topic')
    .where(sql<boolean>`push_opt_outs.user_id = push_devices.user_id`)
    .where('push_opt_outs.topic', '=', topic as PushTopic)

type Tables = Omit<Schema, 'push_preferences'> & {
  push_preferences: Nullable<Schema['push_preferences']>
  account: SharedAccountColumns
}
type LiveDevices = SelectQueryBuilder<Tables, 'push_devices' | 'sessions' | 'account' | 'push_preferences', object>

/** Selects the devices with an open session and account, and the preferences of their owners. */
export const buildActiveDevicesQuery = (db: DatabaseOrTx, now = Date.now()): LiveDevices =>
  db
    .selectFrom('push_devices')
    .innerJoin('sessions', 'sessions.id', 'push_devices.session_id')
    .innerJoin(buildAccountsQuery(db).as('account'), 'account.id', 'push_devices.user_id')
    .leftJoin('push_preferences', 'push_preferences.user_id', 'push_devices.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    // A session whose last use is longer ago can no longer be refreshed.
    .where('sessions.last_used_at', '>', now - REFRESH_TOKEN_MS)
    .where('account.banned_at', 'is', null)
