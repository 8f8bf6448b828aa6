import type { APIRequestContext, Page } from '@playwright/test'
import { test } from './desk-test.ts'
import { moderationCard, moderationOutcome } from './moderation-page.ts'
import { buildBearerHeader, createAdmin, createReader, logInBrowser, type Reader, uniqueWord } from './readers.ts'
import { expect, openPage } from './test.ts'

interface Posted {
  id: string
}

/** Posts a comment through the API. */
async function post(request: APIRequestContext, reader: Reader, content: string, more: object = {}): Promise<Posted> {
  const data = { pageUrl: 'anker', content, openMs: 60_000, ...more }
  const answer = await request.post('/comments', { headers: buildBearerHeader(reader), data })
  if (!answer.ok()) throw new Error(`/comments answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

/** Returns whether a visitor can read the comment. */
const isPublic = async (request: APIRequestContext, { id }: Posted): Promise<boolean> =>
  (await (await request.get(`/comments/anker?thread=${id}`)).json()).length > 0

/**
 * Opens the moderation queue and focuses a comment, so that the shortcut keys act on it. The queue also contains
 * comments of other tests.
 */
async function openAt(page: Page, comment: Posted, filter = ''): Promise<void> {
  await openPage(page, `/desk/moderation${filter}`)
  await moderationCard(page, comment).focus()
  await expect(moderationCard(page, comment)).toHaveAttribute('aria-current', 'true')
}

test.beforeEach(({ page, admin }) => logInBrowser(page, admin))

// Reports, spam scores, hostile text and the filter for waiting comments are tested in
// web/features/desk/moderation/moderation.test.ts.

test('an admin approves, hides and restores a first comment by keyboard; the focus moves to the next control, and the log lists each action', async ({
  page,
  request,
  admin,
}) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `Quiet fans, ${uniqueWord()}.`)
  expect(await isPublic(request, comment)).toBe(false)
  await openAt(page, comment)
  await expect(moderationCard(page, comment)).toContainText(nora.email)
  await expect(moderationCard(page, comment)).toContainText('Waits')
  await expect(moderationCard(page, comment).getByRole('link', { name: 'Anker' })).toHaveAttribute(
    'href',
    `/anker#comment-${comment.id}`,
  )
  await page.keyboard.press('e')
  await expect(moderationOutcome(page)).toContainText(`The comment of ${nora.name} is visible now.`)
  await expect(moderationCard(page, comment)).toHaveCount(0)
  expect(await isPublic(request, comment)).toBe(true)
  expect(await isPublic(request, await post(request, nora, `And quieter ones, ${uniqueWord()}.`))).toBe(true)

  await openAt(page, comment, '?filter=all')
  await page.keyboard.press('h')
  await expect(moderationOutcome(page)).toContainText(`The comment of ${nora.name} is hidden.`)
  await expect(moderationCard(page, comment)).toContainText('Hidden')
  await expect(moderationCard(page, comment)).toBeFocused()
  expect(await isPublic(request, comment)).toBe(false)
  await page.keyboard.press('u')
  await expect(moderationOutcome(page)).toContainText(`The comment of ${nora.name} is back as it was.`)
  await expect(moderationCard(page, comment)).toBeFocused()
  expect(await isPublic(request, comment)).toBe(true)
  await openPage(page, '/desk/log')
  await expect(page.getByText(`${admin.name} hid the comment of ${nora.name} on Anker`)).toBeVisible()
  await expect(page.getByText(`${admin.name} approved the comment of ${nora.name} on Anker`)).toHaveCount(2)
})

test('when an admin replies to a waiting comment by keyboard, the comment is approved; Undo deletes the reply and returns the comment to the queue', async ({
  page,
  request,
}) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `Which fans are quiet, ${uniqueWord()}?`)
  const thread = async () => (await request.get(`/comments/anker?thread=${comment.id}`)).json()
  await openAt(page, comment)
  await page.keyboard.press('r')
  await expect(page.getByLabel(`Your reply to ${nora.name}`)).toBeFocused()
  await page.keyboard.type('The slow ones.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(moderationOutcome(page)).toContainText(`The comment of ${nora.name} is visible now, with your reply.`)
  expect(await thread()).toMatchObject([{ id: comment.id }, { content: 'The slow ones.', parentId: comment.id }])
  await moderationOutcome(page).getByRole('button', { name: 'Undo' }).click()
  await expect(moderationOutcome(page)).toContainText('Your reply is deleted')
  await expect(moderationCard(page, comment)).toContainText('Waits')
  expect(await thread()).toMatchObject({ code: 'not_found' })
})

test('banning an author asks for a confirmation and hides the comment; Undo lifts the ban and restores the comment', async ({
  page,
  request,
}) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `Buy hats, ${uniqueWord()}.`)
  await openAt(page, comment)
  await page.keyboard.press('b')
  const question = moderationCard(page, comment).getByRole('group', { name: `Ban ${nora.name}?` })
  await expect(question.getByLabel('Why?')).toBeFocused()
  // Inside a text field, shortcut keys type letters.
  await page.keyboard.type('has a shop')
  await expect(question.getByLabel('Why?')).toHaveValue('has a shop')
  await page.keyboard.press('Escape')
  await expect(moderationCard(page, comment).getByRole('button', { name: 'Ban …' })).toBeFocused()
  await page.keyboard.press('b')
  await expect(question.getByLabel('Why?')).toHaveValue('has a shop')
  await question.getByRole('button', { name: `Ban ${nora.name}` }).click()
  await expect(moderationOutcome(page)).toContainText(`${nora.name} is banned and signed out everywhere`)
  await expect(moderationCard(page, comment)).toHaveCount(0)
  expect((await request.get('/auth/current-user', { headers: buildBearerHeader(nora) })).status()).toBe(401)
  await moderationOutcome(page).getByRole('button', { name: 'Undo' }).click()
  await expect(moderationOutcome(page)).toContainText(
    `${nora.name} can log in again, and the comment is back as it was.`,
  )
  await expect(moderationCard(page, comment)).toBeFocused()
  await expect(moderationCard(page, comment)).toContainText('Waits')
})

test('a comment that one admin approves disappears at once from the moderation queue of another admin', async ({
  page,
  request,
}) => {
  const nora = await createReader(request)
  const comment = await post(request, nora, `For both, ${uniqueWord()}.`)
  await openPage(page, '/desk/moderation')
  await expect(moderationCard(page, comment)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  const bo = await createAdmin(request)
  await request.put(`/api/desk/comments/${comment.id}/state`, {
    headers: buildBearerHeader(bo),
    data: { state: 'visible', reportsResolved: true },
  })
  await expect(moderationCard(page, comment)).toHaveCount(0)
  await expect(page.getByText('dealt with elsewhere')).toBeVisible()
})
