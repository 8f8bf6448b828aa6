import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { provisionEmptyDatabaseLocation } from '../testing/database.ts'
import { connectDatabase } from './database.ts'
import { tryParseEmail, tryParseEmailKey } from './email-key.ts'
import { createId } from './ids.ts'
import { migrate, migrations } from './migrate.ts'

test.each([
  ['nora@example.org', [' Nora@Example.ORG ', 'nora@ｅxample.org', 'ｎora@example.org']],
  ['josé@example.org', ['JOSÉ@example.org', 'josé@example.org']],
  ['ki@xn--bcher-kva.example', ['\u212ai@bücher.example', 'ki@BÜCHER.example', 'ki@xn--bcher-kva.example']],
])('every spelling of the email address %s has the same key', (key, spellings) => {
  expect(spellings.map(tryParseEmailKey)).toEqual(spellings.map(() => key))
  expect(tryParseEmailKey(key)).toBe(key)
})

test.each([
  'nora',
  'nora＠example.org',
  'no‥ra@example.org',
  'no ra@example.org',
  '＜nora＞@example.org',
  'a℀b@example.org',
])('%s is not a valid email address', (typed) => {
  expect(tryParseEmail(typed)).toBeNull()
})

test('returns an email address as the user typed it, and its key separately', () => {
  expect(tryParseEmail(' ｎOra@Bücher.example ')).toEqual({
    email: 'ｎOra@Bücher.example',
    key: 'nora@xn--bcher-kva.example',
  })
})

test('the migration recomputes each key unless another account already has the new key, and stores the key of each mail’s recipient', async () => {
  const db = await connectDatabase(await provisionEmptyDatabaseLocation())
  onTestFinished(() => db.destroy())
  const before = Object.entries(migrations).filter(([name]) => name < '0009')
  await migrate(db, Object.fromEntries(before))
  const earlier = db as unknown as Kysely<Record<'users' | 'outbox', Record<string, string | number>>>
  const keys = [
    ['ﬁona@example.org', 0],
    ['ﬁona@example.org', 1],
    ['ｎora@example.org', 0],
    ['nora@example.org', 0],
  ] as const
  for (const [email_key, is_guest] of keys)
    await earlier
      .insertInto('users')
      .values({ id: createId(), name: 'Jo', email: email_key, email_key, is_guest, created_at: 1 })
      .execute()
  const payload = JSON.stringify({ to: 'Nora@Example.org', subject: '', text: '', html: '' })
  await earlier
    .insertInto('outbox')
    .values({ id: createId(), kind: 'mail', payload, state: 'sent', attempts: 1, next_at: 1, created_at: 1 })
    .execute()
  await migrate(db)
  const users = await db.selectFrom('users').select(['email_key', 'is_guest']).execute()
  expect(users.map(({ email_key, is_guest }) => `${email_key} ${is_guest}`).sort()).toEqual(
    ['fiona@example.org 0', 'fiona@example.org 1', 'nora@example.org 0', 'ｎora@example.org 0'].sort(),
  )
  expect(await db.selectFrom('outbox').select('recipient_key').execute()).toEqual([
    { recipient_key: 'nora@example.org' },
  ])
})
