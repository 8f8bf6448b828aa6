import { DAY_MS, DRAFT_MS, ERROR_KEPT_MS, PUSH_LEDGER_MS, REPORTS_PER_ERROR, SESSION_MS } from '#contract/limits.ts'
import { ATTEMPTS_KEPT_MS } from '#contract/ordering-limits.ts'
import { draftsKey, fcmDismissedKey, storageKeys } from '#contract/storage-keys.ts'
import { createReader, logIn } from './readers.ts'
import { expect, open, test } from './test.ts'

test('the privacy page is linked from the foot of every page, the signup form and the account page, and stands in no menu', async ({
  page,
  request,
}) => {
  await open(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What this site knows of you')
  await expect(page.locator('#comments')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Menu' }).locator('a[href="/privacy"]')).toHaveCount(0)
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/privacy<')
  expect(await (await request.get('/feed.xml')).text()).not.toContain('/privacy')

  await open(page, '/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('link', { name: 'What this site keeps of you' })).toHaveAttribute('href', '/privacy')
  await logIn(page, await createReader(request))
  await open(page, '/account')
  await expect(page.getByRole('link', { name: 'What it is, and why' })).toHaveAttribute('href', '/privacy')
})

test('S9.04 the privacy page names every key of the storage, how long things are kept, cards that were tried too, and who goes with a report', async ({
  page,
}) => {
  await open(page, '/privacy')
  const words = (await page.getByRole('main').textContent()) ?? ''
  for (const key of [...Object.values(storageKeys), fcmDismissedKey, draftsKey]) expect(words).toContain(key)
  for (const ms of [ERROR_KEPT_MS, PUSH_LEDGER_MS, SESSION_MS, DRAFT_MS]) expect(words).toContain(`${ms / DAY_MS} days`)
  expect(words).toContain(`the latest ${REPORTS_PER_ERROR} of each`)
  expect(words).toContain('your id, name and email address go with it')
  const tried = page.getByRole('row', { name: 'Each card you tried' })
  await expect(tried.getByRole('cell').last()).toHaveText(`${ATTEMPTS_KEPT_MS / DAY_MS} days`)
  for (const wish of ['Do Not Track', 'Global Privacy Control']) expect(words).toContain(wish)
})
