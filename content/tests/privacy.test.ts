import { expect, test } from 'vitest'
import { RenderedPage } from '../../build/rendered-page.ts'
import {
  DAY_MS,
  DRAFT_LIFETIME_MS,
  ERROR_RETENTION_MS,
  PUSH_LEDGER_RETENTION_MS,
  REPORTS_PER_ERROR,
  SESSION_MS,
} from '../../contract/limits.ts'
import { CARD_ATTEMPTS_RETENTION_MS } from '../../contract/ordering-limits.ts'
import { draftsKey, fcmDismissedKey, storageKeys } from '../../contract/storage-keys.ts'

test('S9.04 the privacy page names every storage key, the retention times, card attempts, and the user data in reports', async () => {
  const page = await RenderedPage.at('/privacy')
  for (const key of [...Object.values(storageKeys), fcmDismissedKey, draftsKey]) expect(page.prose).toContain(key)
  for (const ms of [ERROR_RETENTION_MS, PUSH_LEDGER_RETENTION_MS, SESSION_MS, DRAFT_LIFETIME_MS])
    expect(page.prose).toContain(`${ms / DAY_MS} days`)
  expect(page.prose).toContain(`the latest ${REPORTS_PER_ERROR} of each`)
  expect(page.prose).toContain('your id, name and email address go with it')
  const tried = page.texts('.prose tr').find((row) => row.startsWith('Each card you tried'))
  expect(tried).toMatch(new RegExp(`\\b${CARD_ATTEMPTS_RETENTION_MS / DAY_MS} days$`))
  for (const signal of ['Do Not Track', 'Global Privacy Control']) expect(page.prose).toContain(signal)
})
