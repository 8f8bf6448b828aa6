import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../../db/database.ts'
import { migrate, migrations } from '../../db/migrate.ts'
import { provisionEmptyDatabaseLocation } from '../../testing/database.ts'
import { readPushPreferences } from './preferences.ts'

test('the migration keeps the push topics and the quiet hours that every account chose', async () => {
  const db = await connectDatabase(await provisionEmptyDatabaseLocation())
  onTestFinished(() => db.destroy())
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0017')))
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'UTC' }
  for (const id of ['ada', 'otto'])
    await sql`insert into users (id, name, email, email_key, is_guest, created_at) values (${id}, ${id}, ${id}, ${id}, 0, 0)`.execute(
      db,
    )
  const earlier = db as unknown as Kysely<Record<'push_preferences', Record<string, string | number | null>>>
  await earlier
    .insertInto('push_preferences')
    .values([
      { user_id: 'ada', notices: 0, replies: 1, orders: 0, errors: 1, quiet_hours: JSON.stringify(quietHours) },
      { user_id: 'otto', notices: 1, replies: 1, orders: 1, errors: 1, quiet_hours: null },
    ])
    .execute()
  await migrate(db)

  const topics = { notices: true, pages: true, replies: true, orders: true, errors: true }
  expect(await readPushPreferences(db, 'ada')).toEqual({
    topics: { ...topics, notices: false, orders: false },
    quietHours,
  })
  expect(await readPushPreferences(db, 'otto')).toEqual({ topics, quietHours: null })
})
