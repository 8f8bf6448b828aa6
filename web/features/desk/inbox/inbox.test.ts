import { act, createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { InboxItem, InboxKind } from '#contract/desk-inbox.ts'
import { buildDeskComment, buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { mockHub } from '../../../testing/mock-hub.ts'
import { openScreen } from '../../../testing/page-actions.ts'
// Loaded before the tests, because fake timers do not wait for the dynamic import of the dialog.
import '../../../ui/form/owner-proof-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})

/** Builds an item. @param digit the digit of its id; items with a greater digit are newer */
const buildItem = (kind: InboxKind, digit: number, title: string, changes: Partial<InboxItem> = {}): InboxItem => ({
  kind,
  id: buildIdFromDigit(digit),
  at: 1_790_000_000_000 + digit,
  title,
  text: `Text of ${title}`,
  to: '/desk/errors',
  ...changes,
})
const buildComment = (digit: number, author: string) =>
  buildItem('comment', digit, author, { comment: buildDeskComment(digit, author), to: '/desk/moderation' })

/** Opens the inbox. The fake server removes an item that is dealt with, and adds it again after Undo. */
async function openInbox(items: InboxItem[], load = async () => {}) {
  const server = {
    items,
    refused: null as Response | null,
    released: Promise.resolve(),
    isProved: true,
    goneId: 'none',
  }
  const screen = await openScreen(
    async ({ path, init: { method = 'GET' }, body }) => {
      if (path.startsWith('/api/desk/inbox')) {
        const kind = new URL(path, 'http://x').searchParams.get('kind') ?? 'all'
        const waiting: Partial<Record<InboxKind, number>> = {}
        for (const item of server.items) waiting[item.kind] = (waiting[item.kind] ?? 0) + 1
        const shown = server.items.filter((item) => kind === 'all' || item.kind === kind)
        await server.released
        return Response.json({ items: shown.toSorted((a, b) => b.at - a.at), waiting })
      }
      if (method === 'GET') return Response.json({})
      if (server.refused) return server.refused.clone()
      if (path.includes(server.goneId))
        return Response.json({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })
      if (path === '/api/account/proof') server.isProved = true
      if (path.endsWith('/application') && !server.isProved)
        return Response.json({ code: 'proof_required', message: 'Show that it is you.' }, { status: 403 })
      const item = items.find(({ id }) => path.includes(id))
      const goes = body?.state !== 'open' && body?.state !== 'pending'
      server.items = server.items.filter(({ id }) => id !== item?.id)
      if (!goes && item) server.items.push(item)
      if (item?.comment) return Response.json({ ...item.comment, state: body.state })
      return new Response(null, { status: 204 })
    },
    async () => {
      await load()
      return createElement((await import('./inbox.tsx')).Inbox)
    },
    '/desk',
  )
  const headings = () => screen.texts('article h2')
  return { ...screen, server, headings }
}

const three = () => [
  buildItem('error', 9, 'TypeError: x is undefined'),
  buildItem('application', 8, 'Ann'),
  buildItem('mail', 7, 'Confirm your address'),
]

test('the inbox lists all items that wait, the latest first, with a count for each kind', async () => {
  const { headings, texts, check, page } = await openInbox([...three(), buildComment(5, 'Cy')])
  expect(headings()).toEqual([
    'TypeError: x is undefined',
    'Ann asks to become a partner',
    '“Confirm your address” could not be sent',
    expect.stringContaining('Cy on Anker'),
  ])
  expect(texts('.chips label')).toEqual([
    'All (4)',
    'Comments (1)',
    'Applications (1)',
    'Errors (1)',
    'Mail (1)',
    'Payments',
    'Kitchens',
    'Builds',
    'Backups',
  ])
  await check('Errors (1)')
  await page.until(() => expect(headings()).toEqual(['TypeError: x is undefined']))
  await check('Payments')
  await page.until(() => expect(texts('.desk-count')).toEqual(['No payment needs you.']))
})

test('the key e deals with the current item and moves to the next, and u makes the item wait again', async () => {
  const { key, headings, says, page, sent } = await openInbox(three())
  await key('j', page.document.body)
  await key('e')
  await says('The error is resolved. If it happens again, it will be reopened.')
  expect(headings()).toEqual(['Ann asks to become a partner', '“Confirm your address” could not be sent'])
  expect(page.document.activeElement?.textContent).toContain('Ann asks')
  await key('u')
  await says('It waits again.')
  expect(headings()).toHaveLength(3)
  expect(page.document.activeElement?.textContent).toContain('TypeError')
  expect(sent('PUT').map(({ state }) => state)).toEqual(['resolved', 'open'])
  await key('k')
  await key('j')
  expect(page.document.activeElement?.textContent).toContain('Ann asks')
})

test('an action that cannot be undone has no Undo button, and a partner application is declined only after a confirmation', async () => {
  const { press, says, button, sent, headings, texts } = await openInbox(three())
  await press('Send again')
  await says('“Confirm your address” is on the way again. If it fails, it comes back here.')
  expect(texts('.outcome button')).toEqual([])
  await press('Decline …')
  await press('Cancel')
  expect(button('Decline …')).toBeTruthy()
  await press('Decline …')
  await press('Decline')
  await says('Ann’s application is declined, and a mail tells them.')
  expect(sent('POST')).toEqual([
    { path: `/api/desk/mail/${buildIdFromDigit(7)}/retry` },
    { path: `/api/desk/people/${buildIdFromDigit(8)}/application`, approve: false },
  ])
  expect(headings()).toEqual(['TypeError: x is undefined'])
})

test('when a partner application is among the chosen items, the inbox asks for the password, and then does not repeat finished actions', async () => {
  const { check, press, type, says, server, sent, headings } = await openInbox(three())
  server.isProved = false
  await check('Choose all 3')
  await press('Be done with all 3')
  await says('Is it you?')
  await type('Password', 'kettle in a battered hat')
  await press('Go on')
  await says('3 are done.')
  expect(headings()).toEqual([])
  const decision = { path: `/api/desk/people/${buildIdFromDigit(8)}/application`, approve: true }
  expect(sent('PUT')).toHaveLength(1)
  expect(sent('POST')).toEqual([
    decision,
    { path: '/api/account/proof', password: 'kettle in a battered hat' },
    decision,
    { path: `/api/desk/mail/${buildIdFromDigit(7)}/retry` },
  ])
})

test('ten comments are approved by two clicks, and all of them wait again after Undo', async () => {
  const ten = Array.from({ length: 10 }, (_, digit) => buildComment(digit, `Reader ${digit}`))
  const { check, press, says, headings, sent } = await openInbox(ten)
  await check('Choose all 10')
  await press('Approve (10)')
  await says('10 are done.')
  expect(headings()).toEqual([])
  expect(sent('PUT').map(({ state }) => state)).toEqual(Array(10).fill('visible'))
  await press('Undo')
  await says('10 wait again.')
  expect(headings()).toHaveLength(10)
})

test('when one of several items has been deleted meanwhile, Undo lets all the others wait again', async () => {
  const three = [9, 8, 7].map((digit) => buildComment(digit, `Reader ${digit}`))
  const { check, press, says, headings, server } = await openInbox(three)
  await check('Choose all 3')
  await press('Approve (3)')
  await says('3 are done.')
  server.goneId = buildIdFromDigit(9)
  await press('Undo')
  await says('2 wait again. 1 has been deleted or decided elsewhere.')
  expect(headings()).toEqual(['Reader 8 on Anker', 'Reader 7 on Anker'])
})

test('the key x chooses the current item, and e deals with all chosen items of several kinds', async () => {
  const { key, page, says, headings, texts } = await openInbox(three())
  for (const pressed of ['j', 'x', 'j', 'x']) await key(pressed, page.document.body)
  expect(texts('.queue-choice span')).toEqual(['2 of 3 chosen'])
  expect(texts('.queue-choice button')).toEqual(['Be done with all 2'])
  await key('e', page.document.body)
  await says('2 are done.')
  expect(headings()).toEqual(['“Confirm your address” could not be sent'])
  expect(texts('.outcome button')).toEqual([])
})

test('the inbox removes an item that another admin has already decided, and keeps an item whose action the server refuses for another reason', async () => {
  const { press, says, headings, server, part } = await openInbox(three())
  const refuse = (code: string, message: string, status: number) => Response.json({ code, message }, { status })
  server.refused = refuse('already_decided', 'Somebody has decided already.', 409)
  await press('Approve', part('Ann asks to become a partner'))
  await says('Ann is a partner now')
  server.refused = refuse('forbidden', 'You may not do that.', 403)
  await press('Resolve')
  await says('You may not do that.')
  expect(headings()).toContain('TypeError: x is undefined')
})

test('when the response to an earlier fetch arrives after an item was resolved, the inbox does not show the item again', async () => {
  const { press, page, says, headings, server } = await openInbox(three())
  const { promise, resolve } = Promise.withResolvers<void>()
  server.released = promise
  await page.wait(60_000)
  await press('Resolve')
  await says('The error is resolved.')
  resolve()
  await page.wait(1_000)
  expect(headings()).toEqual(['Ann asks to become a partner', '“Confirm your address” could not be sent'])
})

test('a comment in the inbox is hidden by one click, and Undo lets it wait again', async () => {
  const { press, says, headings, sent } = await openInbox([buildComment(5, 'Cy'), ...three()])
  await press('Hide')
  await says('The comment of Cy is hidden.')
  expect(headings()).toHaveLength(3)
  await press('Undo')
  await says('The comment of Cy is back as it was.')
  expect(headings()).toHaveLength(4)
  expect(sent('PUT').map(({ state }) => state)).toEqual(['hidden', 'pending'])
})

test('a reply that is being written stays when another admin has decided about the comment', async () => {
  const { server, page, press, type, field, headings, says } = await openInbox([buildComment(5, 'Cy')])
  await press('Reply')
  await type('Your reply to Cy', 'Thank you!')
  server.items = [buildComment(6, 'Dee')]
  await page.wait(60_000)
  await says('Somebody else has dealt with this one meanwhile.')
  expect(field('Your reply to Cy').value).toBe('Thank you!')
  expect(headings()).toHaveLength(2)
})

const four = () => ['Ann', 'Bob', 'Dee', 'Eve'].map((name, at) => buildComment(4 - at, name))

test('a comment about which another admin has decided cannot be chosen with the others', async () => {
  const { server, page, press, type, check, says, sent } = await openInbox([buildComment(5, 'Cy'), ...four()])
  await press('Reply', page.findAll('article')[0])
  await type('Your reply to Cy', 'Thank you!')
  await check('Choose all 5')
  server.items = four()
  await page.wait(60_000)
  await says('Somebody else has dealt with this one meanwhile.')
  await says('4 of 4 chosen')
  await press('Approve (4)')
  await says('4 are done.')
  expect(sent('PUT').filter(({ path }) => path.includes(buildIdFromDigit(5)))).toEqual([])
})

test('a comment leaves the inbox when its admin approves it with others while a reply to it is open', async () => {
  const { page, press, type, check, says, headings } = await openInbox(four())
  await press('Reply', page.findAll('article')[0])
  await type('Your reply to Ann', 'Thank you!')
  await check('Choose all 4')
  await press('Approve (4)')
  await says('4 are done.')
  expect(headings()).toEqual([])
})

test('the inbox is fetched again after a live event, and every minute without one', async () => {
  const { hub, startLiveConnection } = mockHub()
  const { server, headings, page } = await openInbox(three(), startLiveConnection)
  await vi.waitFor(() => expect(hub.publish).toBeDefined(), { timeout: 5_000 })
  server.items = [...three(), buildComment(5, 'Cy')]
  await act(async () => hub.publish('moderationChanged'))
  await page.until(() => expect(headings()).toHaveLength(4))
  server.items = []
  await page.wait(60_000)
  await page.until(() => expect(headings()).toEqual([]))
})
