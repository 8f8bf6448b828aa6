import type { APIRequestContext, Page } from '@playwright/test'
import { test } from './desk-test.ts'
import { card, outcome } from './moderation-page.ts'
import { bearer, createAdmin, createReader, logIn, type Reader, uniqueWord } from './readers.ts'
import { expect, open } from './test.ts'

interface Posted {
  id: string
}

/** Posts a comment, by a call. */
async function post(request: APIRequestContext, reader: Reader, content: string, more: object = {}): Promise<Posted> {
  const data = { pageUrl: 'anker', content, openMs: 60_000, ...more }
  const answer = await request.post('/comments', { headers: bearer(reader), data })
  if (!answer.ok()) throw new Error(`/comments answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

/** Whether everybody can read a comment. */
const isPublic = async (request: APIRequestContext, { id }: Posted): Promise<boolean> =>
  (await (await request.get(`/comments/anker?thread=${id}`)).json()).length > 0

/** Opens the queue at a comment, whatever else is in it: other tests have their comments, too. */
async function openAt(page: Page, comment: Posted, filter = ''): Promise<void> {
  await open(page, `/desk/moderation${filter}`)
  await card(page, comment).focus()
  await expect(card(page, comment)).toHaveAttribute('aria-current', 'true')
}

test.beforeEach(({ page, admin }) => logIn(page, admin))

test('a reader’s first comment waits, is approved by one key, and everybody can read it; the next one does not wait', async ({
  page,
  request,
}) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `Quiet fans, ${uniqueWord()}.`)
  expect(await isPublic(request, comment)).toBe(false)
  await openAt(page, comment)
  await expect(card(page, comment)).toContainText(nora.email)
  await expect(card(page, comment)).toContainText('Waits')
  await expect(card(page, comment).getByRole('link', { name: 'Anker' })).toHaveAttribute(
    'href',
    `/anker#comment-${comment.id}`,
  )
  await page.keyboard.press('a')
  await expect(outcome(page)).toContainText(`The comment of ${nora.name} is visible now.`)
  await expect(card(page, comment)).toHaveCount(0)
  expect(await isPublic(request, comment)).toBe(true)
  expect(await isPublic(request, await post(request, nora, `And quieter ones, ${uniqueWord()}.`))).toBe(true)
})

test('a comment is hidden by a key and comes back by another, with the focus, and both are in the log', async ({
  page,
  request,
  admin,
}) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `A word, ${uniqueWord()}.`)
  await request.put(`/api/desk/comments/${comment.id}/state`, {
    headers: bearer(admin),
    data: { state: 'visible', reportsResolved: true },
  })
  await openAt(page, comment, '?filter=all')
  await page.keyboard.press('h')
  await expect(outcome(page)).toContainText(`The comment of ${nora.name} is hidden.`)
  await expect(card(page, comment)).toContainText('Hidden')
  await expect(card(page, comment)).toBeFocused()
  expect(await isPublic(request, comment)).toBe(false)
  await page.keyboard.press('u')
  await expect(outcome(page)).toContainText(`The comment of ${nora.name} is back as it was.`)
  await expect(card(page, comment)).toBeFocused()
  expect(await isPublic(request, comment)).toBe(true)
  await open(page, '/desk/log')
  await expect(page.getByText(`${admin.name} hid the comment of ${nora.name} on Anker`)).toBeVisible()
  await expect(page.getByText(`${admin.name} approved the comment of ${nora.name} on Anker`)).toHaveCount(2)
})

test('a ban asks first, in place; it takes the comment away, and its undo brings the reader and the comment back', async ({
  page,
  request,
}) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `Buy hats, ${uniqueWord()}.`)
  await openAt(page, comment)
  await page.keyboard.press('b')
  const question = card(page, comment).getByRole('group', { name: `Ban ${nora.name}?` })
  await expect(question.getByLabel('Why?')).toBeFocused()
  // While one types, keys are letters.
  await page.keyboard.type('has a shop')
  await expect(question.getByLabel('Why?')).toHaveValue('has a shop')
  await page.keyboard.press('Escape')
  await expect(card(page, comment).getByRole('button', { name: 'Ban …' })).toBeFocused()
  await page.keyboard.press('b')
  await expect(question.getByLabel('Why?')).toHaveValue('has a shop')
  await question.getByRole('button', { name: `Ban ${nora.name}` }).click()
  await expect(outcome(page)).toContainText(`${nora.name} is banned and signed out everywhere`)
  await expect(card(page, comment)).toHaveCount(0)
  expect((await request.get('/auth/current-user', { headers: bearer(nora) })).status()).toBe(401)
  await outcome(page).getByRole('button', { name: 'Undo' }).click()
  await expect(outcome(page)).toContainText(`${nora.name} can log in again, and the comment is back as it was.`)
  await expect(card(page, comment)).toBeFocused()
  await expect(card(page, comment)).toContainText('Waits')
})

test('a report is shown with who made it and why; keeping the comment deals with it, and undo opens it again', async ({
  page,
  request,
  admin,
}) => {
  const nora = await createReader(request)
  const comment = await post(request, admin, `An opinion, ${uniqueWord()}.`)
  await request.post(`/comments/${comment.id}/report`, { headers: bearer(nora), data: { reason: 'Not <b>kind</b>.' } })
  await openAt(page, comment, '?filter=reported')
  await expect(card(page, comment)).toContainText(`${nora.name} reported it just now: Not <b>kind</b>.`)
  await expect(card(page, comment).getByRole('button', { name: 'Ban …' })).toHaveCount(0)
  await card(page, comment).getByRole('button', { name: 'Keep it' }).click()
  await expect(outcome(page)).toContainText(`The comment of ${admin.name} stays.`)
  await expect(card(page, comment)).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(card(page, comment)).toBeFocused()
  await expect(card(page, comment)).toContainText(`${nora.name} reported it`)
  expect(await isPublic(request, comment)).toBe(true)
})

test('what makes a comment suspect is said in words', async ({ page, request }) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `Hats https://hats.example ${uniqueWord()}`, { website: 'x', openMs: 500 })
  await openAt(page, comment)
  const suspect = card(page, comment).locator('.desk-suspect')
  await expect(suspect).toContainText(/Suspect, \d+ points/)
  await expect(suspect).toContainText('Filled in a field that people do not see.')
})

test('which comments wait is chosen and saved, taken back, and logged', async ({ page, request, admin }) => {
  await request.put('/api/desk/comment-policy', { headers: bearer(admin), data: { policy: 'first' } })
  await open(page, '/desk/moderation')
  const policy = page.getByRole('region', { name: 'What waits for you' })
  await policy.getByLabel('Every comment').check()
  const answered = page.waitForResponse('**/api/desk/comment-policy')
  await policy.getByRole('button', { name: 'Save' }).click()
  expect((await answered).ok()).toBe(true)
  await expect(outcome(page)).toContainText('From now on, what waits for you: every comment.')
  await outcome(page).getByRole('button', { name: 'Undo' }).click()
  await expect(outcome(page)).toContainText('From now on, what waits for you: first comments.')
  await expect(policy.getByLabel('First comments')).toBeChecked()
  const { policy: now } = await (await request.get('/api/desk/comments', { headers: bearer(admin) })).json()
  expect(now).toBe('first')
  await open(page, '/desk/log')
  await expect(page.getByText(`${admin.name} changed which comments wait: every comment waits`)).toBeVisible()
})

const hostile = [
  '<script>document.title = "owned"</script>',
  '<img src=x onerror="document.title=\'owned\'">',
  '[click](javascript:document.title="owned")',
  '[click](data:text/html,<script>alert(1)</script>)',
  '<svg/onload=alert(1)><style>*{display:none}</style>',
  'before \u202Eafter\u202C <iframe srcdoc="<script>alert(1)</script>">',
  `z${'\u0300'.repeat(300)}algo`,
]

test('hostile words, names and reasons are drawn as text and nothing else', async ({ page, request, admin }) => {
  const name = '<img src=x onerror="alert(1)"> \u202Elive'
  const eve = await createReader(request, { name })
  const posted: Posted[] = []
  for (const words of hostile) posted.push(await post(request, eve, `${words} ${uniqueWord()}`))
  const kept = await post(request, admin, `Fine, ${uniqueWord()}.`)
  await request.post(`/comments/${kept.id}/report`, { headers: bearer(eve), data: { reason: hostile[1] } })
  await open(page, '/desk/moderation')
  for (const [at, comment] of posted.entries()) {
    const shown = card(page, comment)
    await expect(shown).toBeVisible()
    await expect(shown.locator('script, img, svg, style, iframe, [onerror], [onload]')).toHaveCount(0)
    const links = await shown.locator('a').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).protocol))
    expect(links.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([])
    if (hostile[at]?.startsWith('<')) await expect(shown).toContainText(hostile[at])
  }
  await openAt(page, kept, '?filter=reported')
  await expect(card(page, kept)).toContainText(hostile[1] ?? '')
  await expect(card(page, kept).locator('img')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/owned/)
})

test('two admins: what one approves leaves the queue of the other at once', async ({ page, request }) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `For both, ${uniqueWord()}.`)
  await open(page, '/desk/moderation')
  await expect(card(page, comment)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  const bo = await createAdmin(request)
  await request.put(`/api/desk/comments/${comment.id}/state`, {
    headers: bearer(bo),
    data: { state: 'visible', reportsResolved: true },
  })
  await expect(card(page, comment)).toHaveCount(0)
  await expect(page.getByText('dealt with elsewhere')).toBeVisible()
})
