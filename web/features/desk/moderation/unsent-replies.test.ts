import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildDeskComment, buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { openScreen } from '../../../testing/page-actions.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens the moderation queue with the comments of Ann, Bob and Cy. */
async function openQueue() {
  const comments = ['Ann', 'Bob', 'Cy'].map((name, at) => buildDeskComment(9 - at, name))
  const server = { comments }
  const screen = await openScreen(
    async ({ path, init: { method = 'GET' }, body }) => {
      if (method === 'POST') return Response.json({ id: buildIdFromDigit(1), content: body.content }, { status: 201 })
      const judged = comments.find(({ comment }) => path.includes(comment.id))
      if (judged) return Response.json({ ...judged, state: body.state })
      const counts = { waiting: server.comments.length, reported: 0, policy: 'first' }
      return Response.json({ comments: server.comments, next: null, ...counts })
    },
    async () => createElement((await import('./moderation.tsx')).Screen),
    '/desk/moderation',
  )
  const card = (digit: number) => screen.page.document.getElementById(`moderated-${buildIdFromDigit(digit)}`)
  return { ...screen, server, card, outcome: () => screen.texts('.outcome').join('') }
}

test('a reply that is being written stays when another moderator decides about the comment, and is posted without a decision', async () => {
  const { page, server, card, press, type, field, says, outcome, sent } = await openQueue()
  await press('Reply', card(8) ?? undefined)
  await type('Your reply to Bob', 'Thank you!')
  await page.fire(card(9), 'focusin')
  server.comments = server.comments.filter(({ comment }) => comment.author !== 'Bob')
  await page.wait(31_000)
  await says('Somebody else has dealt with this one meanwhile.')
  expect(field('Your reply to Bob').value).toBe('Thank you!')
  expect(page.findAll('article').map(({ id }) => id)).toEqual([9, 8, 7].map((digit) => card(digit)?.id))
  await press('Reply', card(8) ?? undefined)
  await page.until(() => expect(outcome()).toContain('Your reply is posted.'))
  expect([sent('POST').length, sent('PUT')]).toEqual([1, []])
  expect(card(8)).toBeNull()
})

test('a reply to a comment about which another moderator has decided can be dropped, and leaves with the moderator’s own decision', async () => {
  const { page, server, card, press, type, says } = await openQueue()
  for (const [digit, author] of [
    [9, 'Ann'],
    [8, 'Bob'],
  ] as const) {
    await press('Reply', card(digit) ?? undefined)
    await type(`Your reply to ${author}`, 'Thank you!')
  }
  server.comments = server.comments.slice(2)
  await press('Hide', card(8) ?? undefined)
  await says('The comment of Bob is hidden.')
  await page.until(() => expect(card(9)?.textContent).toContain('Somebody else has dealt with'))
  expect(card(8)).toBeNull()
  await press('Drop the reply', card(9) ?? undefined)
  expect(card(9)).toBeNull()
  expect(page.document.activeElement).toBe(card(7))
})
