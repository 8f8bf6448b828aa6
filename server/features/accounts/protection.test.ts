import { expect, test, vi } from 'vitest'
import { createEventBus } from '../../events/events.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'
import { grantRole } from './people/change-person.ts'
import { recordProtectionRuleStart, requireAdminProtectionAndOwnerProof } from './protection.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-12-01T12:00:00Z')

/**
 * Creates a site that requires protected accounts of its admins from now on. `attempt` calls
 * requireAdminProtectionAndOwnerProof for a user who has just proved the ownership, and returns the code of its
 * refusal; null without a refusal.
 */
async function createAskingSite() {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  const site = await createDeskSite()
  await recordProtectionRuleStart(site.db)
  const attempt = async (userId: string) => {
    await site.db.updateTable('sessions').set({ proved_at: Date.now() }).execute()
    const { id: sessionId } = await site.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return requireAdminProtectionAndOwnerProof(site.db, { userId, sessionId } as never).then(
      () => null,
      ({ code }) => code,
    )
  }
  return { ...site, attempt }
}

test('after 14 days, protected actions of an admin are refused until the admin has a passkey or a second factor', async () => {
  const { db, ada, attempt } = await createAskingSite()
  expect(await attempt(ada.id)).toBe(null)
  vi.setSystemTime(START + 14 * DAY_MS - 1)
  expect(await attempt(ada.id)).toBe(null)
  vi.setSystemTime(START + 14 * DAY_MS)
  expect(await attempt(ada.id)).toBe('protection_required')
  const factor = { user_id: ada.id, secret: 'AAAA', last_step: 0, confirmed_at: null, tries: 0, tries_since: 0 }
  await db.insertInto('second_factors').values(factor).execute()
  expect(await attempt(ada.id)).toBe('protection_required')
  await db.updateTable('second_factors').set({ confirmed_at: 1 }).execute()
  expect(await attempt(ada.id)).toBe(null)
})

test('the 14 days to protect an account begin when its owner becomes an admin', async () => {
  const { db, attempt } = await createAskingSite()
  const bo = await addPerson(db, { name: 'Bo' })
  vi.setSystemTime(START + 10 * DAY_MS)
  await db.transaction().execute((tx) =>
    grantRole(
      tx,
      createEventBus(() => {}),
      null,
      bo.id,
      'Admin',
    ),
  )
  vi.setSystemTime(START + 24 * DAY_MS - 1)
  expect(await attempt(bo.id)).toBe(null)
  vi.setSystemTime(START + 24 * DAY_MS)
  expect(await attempt(bo.id)).toBe('protection_required')
})

test('the time at which the protection rule starts is recorded once; without this record, no admin has to protect their account yet', async () => {
  const { db, ada, attempt } = await createAskingSite()
  vi.setSystemTime(START + 13 * DAY_MS)
  await recordProtectionRuleStart(db)
  vi.setSystemTime(START + 14 * DAY_MS)
  expect(await attempt(ada.id)).toBe('protection_required')
  await db.deleteFrom('settings').execute()
  expect(await attempt(ada.id)).toBe(null)
})
