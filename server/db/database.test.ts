import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, inject, onTestFinished, test } from 'vitest'
import { parseEmail } from '../http/parse-email.ts'
import { StartError } from '../http/start-error.ts'
import {
  createTestDatabase,
  provisionEmptyDatabaseLocation,
  provisionTestDatabaseLocation,
} from '../testing/database.ts'
import { runStatement } from '../testing/postgres-template.ts'
import { startCodeProcess } from '../testing/start-code-process.ts'
import { recordAction } from './audit-log.ts'
import { connectDatabase, type Database, type DatabaseLocation, openDatabase } from './database.ts'
import { type EmailKey, emptyEmailKey } from './email-key.ts'
import { createId } from './ids.ts'
import { migrate, migrations, readSchemaState } from './migrate.ts'

const accounts = ['users', 'user_roles', 'identities', 'sessions', 'refresh_tokens', 'mail_links'] as const
const passkeys = ['passkeys', 'passkey_challenges', 'second_factors', 'recovery_codes', 'call_counts'] as const
const others = ['partner_applications', 'signing_keys', 'provider_flows', 'pictures', 'outbox', 'audit_log'] as const
const comments = ['comments', 'comment_pages', 'comment_reports', 'settings', 'mail_preferences'] as const
const notices = ['notices', 'notice_dismissals', 'tools', 'page_drafts'] as const
const push = ['push_devices', 'push_preferences', 'push_opt_outs', 'push_messages', 'vapid_keys'] as const
const reports = ['error_groups', 'error_events'] as const
const kitchens = ['vendors', 'vendor_members', 'menu_categories', 'menu_items', 'dish_pictures'] as const
const orders = ['orders', 'order_events', 'kitchen_invitations'] as const
const payments = ['payments', 'payment_events', 'payment_attempts', 'refunds', 'receipts', 'payment_alerts'] as const
const statistics = ['statistics_pages', 'statistics_names', 'statistics_readers', 'statistics_salts'] as const
const newsletter = ['subscribers', 'subscription_requests', 'announced_pages', 'page_mails', 'mail_pace'] as const
const tables = [
  ...accounts,
  ...passkeys,
  ...others,
  ...comments,
  ...notices,
  ...push,
  ...reports,
  ...kitchens,
  ...orders,
  ...payments,
  ...statistics,
  ...newsletter,
].sort()

const tablesOf = async (db: Database) => (await db.introspection.getTables()).map(({ name }) => name).sort()

/** Opens the database and closes it after the test. */
async function open(location: DatabaseLocation, opener = openDatabase): Promise<Database> {
  const db = await opener(location)
  onTestFinished(() => db.destroy())
  return db
}

async function addUser(db: Database, values: { email_key?: EmailKey; is_guest?: 0 | 1 } = {}): Promise<string> {
  const id = createId()
  const { email, key: email_key } = parseEmail('jo@example.org')
  const usual = { id, name: 'Jo', email, email_key, is_guest: 0, created_at: Date.now() } as const
  await db
    .insertInto('users')
    .values({ ...usual, ...values })
    .execute()
  return id
}

test('a new database gets all tables, and keeps its data when it is opened again', async () => {
  const location = await provisionEmptyDatabaseLocation()
  const db = await open(location)
  expect(await tablesOf(db)).toEqual(tables)
  const id = await addUser(db)
  const again = await open(location)
  expect(await again.selectFrom('users').select('id').execute()).toEqual([{ id }])
})

if (inject('postgres'))
  test('tables of the same names in other schemas do not count as the tables of the site', async () => {
    const location = await provisionEmptyDatabaseLocation()
    const former = ['kysely_migration (name text)', 'kysely_migration_lock (id text)', 'users (id text)']
    const tablesElsewhere = former.map((table) => `create table before.${table};`).join(' ')
    await runStatement(location.url ?? '', `create schema before; ${tablesElsewhere}`)
    expect(await readSchemaState(await open(location, connectDatabase))).toMatchObject({ isEmpty: true })
    expect(await tablesOf(await open(location))).toEqual(tables)
  })

test('processes that start at the same time create the tables once', async () => {
  const location = await provisionEmptyDatabaseLocation()
  const code = `const { openDatabase } = await import('./db/database.ts')
    const db = await openDatabase(${JSON.stringify(location)})
    await db.destroy()`
  const ends = await Promise.all([1, 2, 3].map(() => once(startCodeProcess(code), 'exit')))
  expect(ends.map(([status]) => status)).toEqual([0, 0, 0])
  expect(await tablesOf(await open(location, connectDatabase))).toEqual(tables)
})

test('when one of several pending migrations fails, the changes of all of them are rolled back', async () => {
  const db = await open(await provisionEmptyDatabaseLocation(), connectDatabase)
  const addTable = (name: string): Migration['up'] => {
    return (transaction) => transaction.schema.createTable(name).addColumn('id', 'text').execute()
  }
  const failing: Migration['up'] = async (transaction) => {
    await addTable('second')(transaction)
    throw new Error('cut short')
  }
  const list = { '0001-first': { up: addTable('first') }, '0002-second': { up: failing } }
  await expect(migrate(db, list)).rejects.toThrow('cut short')
  expect(await tablesOf(db)).toEqual([])
})

test('the start fails with one sentence when a newer version has made a change that this version cannot work with', async () => {
  const location = await provisionTestDatabaseLocation()
  const db = await open(location, connectDatabase)
  const later = {
    '9998-adding': { up: async () => {} },
    '9999-breaking': { up: async () => {}, breaksFormer: true },
  } as const
  await migrate(db, { ...migrations, ...later })
  await expect(openDatabase(location)).rejects.toThrow(StartError)
  await expect(openDatabase(location)).rejects.toThrow(
    /^The database .+ was used by a newer version of this site\. Start that version, or use another database\.$/,
  )
  // The next version knows the breaking change and makes no other breaking change, so it can start.
  await migrate(db, { ...migrations, ...later, '99991-next': { up: async () => {} } })
  await migrate(db, { ...migrations, ...later })
})

test('the start does not change the tables of a newer version when this version can work with them', async () => {
  const location = await provisionTestDatabaseLocation()
  const db = await open(location, connectDatabase)
  const addColumn: Migration['up'] = (tx) => tx.schema.alterTable('users').addColumn('later', 'text').execute()
  await migrate(db, { ...migrations, '9999-adding': { up: addColumn } })
  const id = await addUser(await open(location))
  expect(await sql`select id, later from users`.execute(db)).toMatchObject({ rows: [{ id, later: null }] })
})

test('the start fails when an unknown migration has run and this version has pending migrations', async () => {
  const location = await provisionEmptyDatabaseLocation()
  const { '0023-browsers': last, ...former } = migrations
  await migrate(await open(location, connectDatabase), { ...former, '0023-other': { up: async () => {} } })
  expect(last).toBeDefined()
  await expect(openDatabase(location)).rejects.toThrow('was used by a newer version of this site')
})

test('the start fails with one sentence, without the password, when Postgres does not answer', async () => {
  const url = 'postgres://jo:secret@127.0.0.1:1/site?password=secret'
  await expect(openDatabase({ url, file: '' })).rejects.toThrow(
    new StartError(
      'The database at 127.0.0.1:1/site cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check that it runs and that DATABASE_URL is right.',
    ),
  )
})

test('committed rows are still stored after the process is killed', async () => {
  const location = await provisionTestDatabaseLocation()
  const child = startCodeProcess(`const { connectDatabase } = await import('./db/database.ts')
    const db = await connectDatabase(${JSON.stringify(location)})
    const key = { private_jwk: '', public_jwk: '', created_at: 1 }
    for (let id = 1; ; id++) {
      await db.insertInto('signing_keys').values({ ...key, id: String(id) }).execute()
      process.stdout.write(id + '\\n')
    }`)
  let acknowledged = 0
  for await (const line of createInterface(child.stdout)) {
    acknowledged = Number(line)
    if (acknowledged === 20) child.kill('SIGKILL')
  }
  const db = await open(location, connectDatabase)
  const { kept } = await db
    .selectFrom('signing_keys')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow()
  expect(acknowledged).toBeGreaterThanOrEqual(20)
  expect(kept).toBeGreaterThanOrEqual(acknowledged)
})

test('times and counts are read as numbers, and booleans as 0 or 1', async () => {
  const db = await createTestDatabase()
  await addUser(db)
  const row = await db.selectFrom('users').select(['created_at', 'is_guest', 'banned_at']).executeTakeFirstOrThrow()
  expect(row).toEqual({ created_at: expect.any(Number), is_guest: 0, banned_at: null })
  const count = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirst()
  expect(count).toEqual({ n: 1 })
})

test('an email address can have one confirmed account, and several guest accounts', async () => {
  const db = await createTestDatabase()
  await addUser(db)
  await addUser(db, { is_guest: 1 })
  await addUser(db, { is_guest: 1 })
  await expect(addUser(db)).rejects.toThrow(/unique/i)
})

test('deleting a user deletes the rows of that user and keeps the audit log', async () => {
  const db = await createTestDatabase()
  const user_id = await addUser(db)
  const judge = await addUser(db, { email_key: parseEmail('judge@example.org').key })
  const [at, id, text] = [{ created_at: 1 }, createId(), 'x']
  await db.insertInto('user_roles').values({ user_id, role: 'Admin' }).execute()
  const identity = { provider: 'google', subject: text, user_id, email: text } as const
  await db
    .insertInto('identities')
    .values({ ...identity, ...at })
    .execute()
  const session = { id, user_id, method: 'password', rotation_secret: text, user_agent: text, address: text } as const
  await db
    .insertInto('sessions')
    .values({ ...session, ...at, last_used_at: 1, expires_at: 2 })
    .execute()
  await db
    .insertInto('refresh_tokens')
    .values({ hash: text, session_id: id, ...at, expires_at: 2 })
    .execute()
  const link = { hash: text, purpose: 'email', user_id, email: text, email_key: emptyEmailKey, payload: '{}' } as const
  await db
    .insertInto('mail_links')
    .values({ ...link, ...at, expires_at: 2 })
    .execute()
  await db
    .insertInto('pictures')
    .values({ id, user_id, data: text, ...at })
    .execute()
  await db
    .insertInto('partner_applications')
    .values({ id, user_id, ...at })
    .execute()
  const other = { id: createId(), user_id: judge, decided_at: 2, decided_by: user_id, approved: 1 } as const
  await db
    .insertInto('partner_applications')
    .values({ ...other, ...at })
    .execute()
  const name = 'Jo'
  await recordAction(db, { actor: { userId: judge, name }, action: 'banned', target: { id: user_id, name } })

  await db.deleteFrom('users').where('id', '=', user_id).execute()
  const counts = tables.map(async (table) => [table, (await db.selectFrom(table).selectAll().execute()).length])
  const filled = Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count))
  expect(filled).toEqual({ users: 1, partner_applications: 1, audit_log: 1 })
  expect(await db.selectFrom('partner_applications').select('decided_by').execute()).toEqual([{ decided_by: null }])
})

test('the audit log names the command line as the actor of actions by commands', async () => {
  const db = await createTestDatabase()
  await recordAction(db, { actor: null, action: 'role granted', target: { id: null, name: 'Jo' }, detail: 'Admin' })
  expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual([
    {
      id: expect.any(String),
      at: expect.any(Number),
      actor_id: null,
      actor_name: 'the command line',
      action: 'role granted',
      target_id: null,
      target_name: 'Jo',
      detail: 'Admin',
    },
  ])
})

test('ids sort in the order of their creation', () => {
  const ids = Array.from({ length: 1000 }, createId)
  expect(ids.toSorted()).toEqual(ids)
})
