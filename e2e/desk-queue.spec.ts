import type { Page } from '@playwright/test'
import { buildDeskComment, buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { findElementsPastRightEdge } from './cut-off.ts'
import { test } from './desk-test.ts'
import { moderationCard, moderationOutcome } from './moderation-page.ts'
import { logInBrowser } from './readers.ts'
import { expect, openPage } from './test.ts'

// All tests share the comments of the server, so these tests use a fake queue of three comments.
const names = ['Ann', 'Bob', 'Cy']
const idOf = (at: number) => buildIdFromDigit(9 - at)
const moderated = (at: number) => buildDeskComment(9 - at, names[at] ?? '')
const three = (page: Page, at: number) => moderationCard(page, { id: idOf(at) })

/**
 * Answers requests for the moderation queue with the comments in `waiting`: three at first. A moderated comment leaves
 * the queue. A test may change `waiting`.
 */
async function answerThree(page: Page) {
  const queue = { waiting: [0, 1, 2] }
  const judged: unknown[] = []
  await page.route('**/api/desk/comments**', (route) => {
    const call = route.request()
    if (call.method() === 'GET') {
      const comments = queue.waiting.map(moderated)
      return route.fulfill({
        json: { comments, next: null, waiting: comments.length, reported: 0, policy: 'first' },
      })
    }
    const at = [0, 1, 2].find((one) => call.url().includes(idOf(one))) ?? 0
    const { state } = call.postDataJSON()
    judged.push([names[at], state])
    queue.waiting = state === 'pending' ? [...queue.waiting, at].sort() : queue.waiting.filter((one) => one !== at)
    return route.fulfill({ json: { ...moderated(at), state } })
  })
  return { queue, judged }
}

test.beforeEach(({ page, admin }) => logInBrowser(page, admin))

test('the keys j and k move through the moderation queue and stop at its ends; the key e approves a comment and focuses the next one', async ({
  page,
}) => {
  const { judged } = await answerThree(page)
  await openPage(page, '/desk/moderation')
  await expect(three(page, 0)).toBeVisible()
  await page.keyboard.press('j')
  await expect(three(page, 0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(three(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('k')
  await expect(three(page, 0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(three(page, 1)).toBeFocused()
  await page.keyboard.press('e')
  await expect(three(page, 2)).toBeFocused()
  await expect(moderationOutcome(page)).toContainText('The comment of Bob is visible now.')
  await page.keyboard.press('h')
  await expect(three(page, 0)).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByText('No comment waits for you.')).toBeVisible()
  await expect(moderationOutcome(page)).toBeFocused()
  expect(judged).toEqual([
    ['Bob', 'visible'],
    ['Cy', 'hidden'],
    ['Ann', 'visible'],
  ])
  await page.keyboard.press('u')
  await expect(three(page, 0)).toBeFocused()
  expect(judged.at(-1)).toEqual(['Ann', 'pending'])

  await page.keyboard.press('?')
  await three(page, 0).getByRole('button', { name: 'Ban …' }).click()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await findElementsPastRightEdge(page)).toEqual([])
})

test('the keys of the moderation queue do nothing with a modifier, while they are held down, while a menu is open, or after they are switched off', async ({
  page,
}) => {
  const { judged } = await answerThree(page)
  await openPage(page, '/desk/moderation')
  await three(page, 0).focus()
  for (const chord of ['Control+b', 'Alt+e', 'Shift+E', 'Meta+h']) await page.keyboard.press(chord)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await expect(page.locator('#menu')).toBeHidden()
  await three(page, 0).focus()
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', repeat: true, bubbles: true })),
  )
  await page.keyboard.press('?')
  await expect(page.locator('summary', { hasText: 'Keys' })).toBeFocused()
  await page.getByLabel('Single keys do this').uncheck()
  for (let turn = 0; turn < 2; turn++) {
    await expect(three(page, 0).getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-keyshortcuts')
    await three(page, 0).focus()
    for (const key of ['j', 'a', 'h', 'b', 'u', '?']) await page.keyboard.press(key)
    await expect(three(page, 0)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(three(page, 1)).toBeFocused()
    await openPage(page, '/desk/moderation')
    await expect(three(page, 0)).toBeVisible()
  }
  await page.locator('summary', { hasText: 'Keys' }).click()
  await expect(page.getByLabel('Single keys do this')).not.toBeChecked()
  expect(judged).toEqual([])
})
