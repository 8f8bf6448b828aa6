import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { type PushPreferences, type PushPreferencesChange, type PushTopic, pushTopics } from '#contract/push.ts'
import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { Refusal } from '../../http/failures.ts'
import { isTimeZone } from '../../http/time-zone.ts'

/** Reads the push topics and quiet hours of an account. By default all topics are on and there are no quiet hours. */
export async function readPushPreferences(db: DatabaseOrTx, userId: string): Promise<PushPreferences> {
  const row = await db
    .selectFrom('push_preferences')
    .select('quiet_hours')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const optOuts = await db.selectFrom('push_opt_outs').select('topic').where('user_id', '=', userId).execute()
  const topics = pushTopics.map((topic) => [topic, !optOuts.some((optOut) => optOut.topic === topic)])
  return {
    topics: Object.fromEntries(topics) as Record<PushTopic, boolean>,
    quietHours: JSON.parse(row?.quiet_hours ?? 'null'),
  }
}

/**
 * Stores the given push topics and quiet hours of an account; null ends the quiet hours. Preferences that are not given
 * keep their values.
 * @throws {Refusal} time_zone_unknown, quiet_hours_empty
 */
export async function updatePushPreferences(
  tx: Tx,
  userId: string,
  { topics = {}, quietHours }: PushPreferencesChange,
) {
  if (quietHours && !isTimeZone(quietHours.timeZone)) throw new Refusal('time_zone_unknown')
  if (quietHours && quietHours.from === quietHours.to) throw new Refusal('quiet_hours_empty')
  if (quietHours !== undefined) {
    const quiet_hours = quietHours && JSON.stringify(quietHours)
    await tx
      .insertInto('push_preferences')
      .values({ user_id: userId, quiet_hours })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ quiet_hours }))
      .execute()
  }
  const given = pushTopics.filter((topic) => topics[topic] !== undefined)
  if (given.length === 0) return
  await tx.deleteFrom('push_opt_outs').where('user_id', '=', userId).where('topic', 'in', given).execute()
  const optOuts = given.filter((topic) => !topics[topic]).map((topic) => ({ user_id: userId, topic }))
  if (optOuts.length > 0) await insertNewRows(tx, 'push_opt_outs', optOuts)
}

export type QuietHours = NonNullable<PushPreferences['quietHours']>

/** The largest clock change forward that has ever occurred, except for days that were skipped completely. */
const PUT_FORWARD_MAX_MS = 3 * HOUR_MS

/**
 * Returns when the current quiet hours end, in milliseconds since 1970, also across a clock change. Returns null
 * outside quiet hours.
 */
export function findQuietHoursEnd(hours: QuietHours, at: number): number | null {
  const { from, to, timeZone } = hours
  const timeAt = clockOf(timeZone)
  const isQuiet = (ms: number) => {
    const time = timeAt(ms)
    return from < to ? time >= from && time < to : time >= from || time < to
  }
  if (!isQuiet(at)) return null
  const minute = at - (at % MINUTE_MS)
  const left = ((minutesOf(to) - minutesOf(timeAt(at))) * MINUTE_MS + 24 * HOUR_MS) % (24 * HOUR_MS)
  // The search starts shortly before the expected end, because formatting the time of each minute would be slow.
  let end = minute + Math.max(MINUTE_MS, left - PUT_FORWARD_MAX_MS)
  while (isQuiet(end)) end += MINUTE_MS
  return end
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const clocks = new Map<string, (ms: number) => string>()

/**
 * Returns a function that formats the time of day in a time zone as `22:30`. @throws {RangeError} for an unknown time
 * zone
 */
function clockOf(timeZone: string): (ms: number) => string {
  const cached = clocks.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const clock = (ms: number) => format.format(ms)
  clocks.set(timeZone, clock)
  return clock
}
