import { type PushPreferences, type PushTopic, pushTopics } from '#contract/push.ts'
import type { Queries } from '../../db/database.ts'
import { Refusal } from '../../http/failures.ts'
import { isTimeZone } from '../../http/time-zone.ts'

/** Reads the push topics and quiet hours of an account; every topic at any time by default. */
export async function readPreferences(db: Queries, userId: string): Promise<PushPreferences> {
  const row = await db
    .selectFrom('push_preferences')
    .select([...pushTopics, 'quiet_hours'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    topics: byTopic((topic) => row?.[topic] !== 0),
    quietHours: JSON.parse(row?.quiet_hours ?? 'null'),
  }
}

/** @throws {Refusal} time_zone_unknown; quiet_hours_empty */
export async function savePreferences(
  db: Queries,
  userId: string,
  { topics, quietHours }: PushPreferences,
): Promise<void> {
  if (quietHours && !isTimeZone(quietHours.timeZone)) throw new Refusal('time_zone_unknown')
  if (quietHours && quietHours.from === quietHours.to) throw new Refusal('quiet_hours_empty')
  const columns = {
    ...byTopic((topic): 0 | 1 => (topics[topic] ? 1 : 0)),
    quiet_hours: quietHours && JSON.stringify(quietHours),
  }
  await db
    .insertInto('push_preferences')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

const byTopic = <T>(value: (topic: PushTopic) => T) =>
  Object.fromEntries(pushTopics.map((topic) => [topic, value(topic)])) as Record<PushTopic, T>
