import { act, createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DeskComment } from '#contract/moderation.ts'
import { buildDeskComment, buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})

const three = () => ['Ann', 'Bob', 'Cy'].map((name, at) => buildDeskComment(9 - at, name))

/** Opens the moderation queue. The fake server stores changes. */
async function queueOf(comments: DeskComment[], query = '') {
  const server = { comments, policy: 'first', gone: false, replyMs: 0, isThreadGone: false, isConnectionLost: false }
  let storedReply: string | undefined
  const screen = await openScreen(
    async ({ path, init: { method = 'GET' }, body }) => {
      if (server.replyMs > 0) await new Promise((resolve) => setTimeout(resolve, server.replyMs))
      if (path.endsWith('/comment-policy')) {
        server.policy = String(body.policy)
        return Response.json(body)
      }
      if (path === '/comments') {
        if (server.isThreadGone)
          return Response.json({ code: 'not_found', message: 'What you reply to is no longer there.' }, { status: 404 })
        const status = storedReply === undefined ? 201 : 200
        storedReply ??= String(body.content)
        if (server.isConnectionLost) throw new TypeError('Failed to fetch')
        return Response.json({ id: buildIdFromDigit(1), content: storedReply }, { status })
      }
      if (method === 'PATCH') return Response.json({ id: buildIdFromDigit(1), content: body.content })
      if (method === 'DELETE' || path.endsWith('/ban')) return new Response(null, { status: 204 })
      const counts = { waiting: server.comments.length, reported: 0, policy: server.policy }
      if (method === 'GET') return Response.json({ comments: server.comments, next: null, ...counts })
      const one = comments.find(({ comment }) => path.includes(comment.id))
      if (server.gone || !one)
        return Response.json({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })
      const reports = one.reports.map((report) => ({ ...report, resolved: Boolean(body.reportsResolved) }))
      return Response.json({ ...one, state: body.state, reports })
    },
    async () => createElement((await import('./moderation.tsx')).Screen),
    `/desk/moderation${query}`,
  )
  const card = (digit: number) => screen.page.document.getElementById(`moderated-${buildIdFromDigit(digit)}`)
  return { ...screen, server, card, outcome: () => screen.texts('.outcome').join('') }
}

test('the queue removes and counts the comments that another moderator has decided about, but keeps the current comment until the focus moves', async () => {
  const { page, server, card, press, type, says } = await queueOf(three())
  const focus = (digit: number) => page.fire(card(digit), 'focusin')
  await focus(8)
  await press('Ban …', card(8) ?? undefined)
  await type('Why?', 'half a reason', card(8) ?? undefined)
  server.comments = server.comments.slice(2)
  await page.wait(31_000)
  await says('1 comment was dealt with elsewhere.')
  expect(card(9)).toBeNull()
  expect(card(8)?.textContent).toContain('Somebody else has dealt with this one meanwhile.')
  await focus(7)
  expect(card(8)).toBeNull()
})

test('the comments are dimmed while another filter is loading, but not while the comments of the same filter are fetched again', async () => {
  const { page, server, check, says } = await queueOf(three())
  const isDimmed = () => page.find('.desk-list > [aria-busy]').getAttribute('aria-busy')
  server.replyMs = 1_000
  const fetches = page.calls.length
  await page.wait(30_500)
  expect(page.calls.length).toBe(fetches + 1)
  expect(isDimmed()).toBe('false')
  await page.wait(500)
  await check('All')
  expect(isDimmed()).toBe('true')
  await page.wait(1_000)
  await says('Ann')
  expect(isDimmed()).toBe('false')
})

test('when the author has deleted a comment, the moderator sees a message and the next comment is focused', async () => {
  const { page, server, card, press, outcome } = await queueOf(three())
  server.gone = true
  await press('Approve', card(9) ?? undefined)
  await page.until(() => expect(outcome()).toBe('The comment of Ann is gone: its author has deleted it.'))
  expect(page.document.activeElement?.id).toBe(card(8)?.id)
})

test('a report shows its author and reason; approving the comment resolves the report, and Undo reopens it', async () => {
  const report = { by: 'Nora', reason: 'Not <b>kind</b>.', at: Date.now(), resolved: false }
  const reported = buildDeskComment(9, 'Ann', { state: 'visible', reports: [report] })
  const { page, server, card, press, says, outcome, sent } = await queueOf([reported], '?filter=reported')
  expect(card(9)?.textContent).toContain('Nora reported it just now: Not <b>kind</b>.')
  server.comments = []
  await press('Keep it')
  await page.until(() => expect(outcome()).toContain('The comment of Ann stays.'))
  expect(card(9)?.id).toBeUndefined()
  server.comments = [reported]
  await press('Undo')
  await says('The comment of Ann is back as it was.')
  expect(card(9)?.textContent).toContain('Nora reported it')
  expect(page.document.activeElement?.id).toBe(card(9)?.id)
  expect(sent('PUT')).toMatchObject([
    { state: 'visible', reportsResolved: true, editedAt: null },
    { state: 'visible', reportsResolved: false },
  ])
})

test('a reply to a waiting comment approves the comment first; Undo deletes the reply and lets the comment wait again', async () => {
  const { page, server, card, press, type, outcome, sent } = await queueOf(three())
  await press('Reply', card(9) ?? undefined)
  expect(page.document.activeElement?.tagName).toBe('TEXTAREA')
  await press('Approve and reply')
  expect(sent('PUT')).toEqual([])
  await type('Your reply to Ann', ' Thank you! ')
  server.comments = server.comments.slice(1)
  await press('Approve and reply')
  await page.until(() => expect(outcome()).toContain('The comment of Ann is visible now, with your reply.'))
  expect(sent('PUT')).toMatchObject([{ state: 'visible', reportsResolved: true }])
  const key = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(sent('POST')).toMatchObject([{ pageUrl: 'anker', parentId: buildIdFromDigit(9), content: 'Thank you!', key }])
  await press('Undo')
  await page.until(() => expect(outcome()).toContain('Your reply is deleted, and the comment of Ann waits again.'))
  const deleted = page.calls.filter(({ init }) => init.method === 'DELETE').map(({ path }) => path)
  expect(deleted).toEqual([`/comments/${buildIdFromDigit(1)}`])
  expect(sent('PUT').at(-1)).toMatchObject({ state: 'pending' })
})

test('the text of a reply cannot be changed while the reply is being sent', async () => {
  const { page, server, card, press, type, field } = await queueOf(three())
  await press('Reply', card(9) ?? undefined)
  await type('Your reply to Ann', 'Thank you!')
  expect(field('Your reply to Ann').hasAttribute('readonly')).toBe(false)
  server.replyMs = 1000
  await press('Approve and reply')
  expect(field('Your reply to Ann').hasAttribute('readonly')).toBe(true)
  await page.wait(5000)
  expect(page.findAll('textarea')).toEqual([])
})

test('Undo of a reply to a visible comment deletes the reply and leaves the comment visible', async () => {
  const { page, card, press, type, outcome, sent } = await queueOf(
    [buildDeskComment(9, 'Ann', { state: 'visible' })],
    '?filter=all',
  )
  await press('Reply', card(9) ?? undefined)
  await type('Your reply to Ann', 'Thank you!')
  await press('Reply')
  await page.until(() => expect(outcome()).toContain('Your reply is posted.'))
  await press('Undo')
  await page.until(() => expect(outcome()).toBe('Your reply is deleted.'))
  expect([sent('POST').length, sent('PUT')]).toEqual([1, []])
})

test('a reply approves a waiting comment; when the reply cannot be posted, the comment waits again, and a retry has the same idempotency key', async () => {
  const { page, server, card, press, type, field, outcome, sent } = await queueOf(three())
  server.isThreadGone = true
  await press('Reply', card(9) ?? undefined)
  await type('Your reply to Ann', 'Thank you!')
  await press('Approve and reply')
  await page.until(() => expect(outcome()).toBe('What you reply to is no longer there.'))
  expect(sent('PUT')).toMatchObject([{ state: 'visible' }, { state: 'pending' }])
  expect(field('Your reply to Ann').value).toBe('Thank you!')
  server.isThreadGone = false
  server.comments = server.comments.slice(1)
  await press('Approve and reply')
  await page.until(() => expect(outcome()).toContain('with your reply.'))
  expect(new Set(sent('POST').map(({ key }) => key)).size).toBe(1)
})

test('when a reply to a visible comment is refused, the reason is shown, and the comment and the typed text stay', async () => {
  const { page, server, card, press, type, field, outcome } = await queueOf(
    [buildDeskComment(9, 'Ann', { state: 'visible' })],
    '?filter=all',
  )
  server.isThreadGone = true
  await press('Reply')
  await type('Your reply to Ann', 'Thank you!')
  await press('Reply')
  await page.until(() => expect(outcome()).toBe('What you reply to is no longer there.'))
  expect(card(9)?.textContent).toContain('Ann')
  expect(field('Your reply to Ann').value).toBe('Thank you!')
})

test('a comment of a banned author has no button for a reply, which the server would refuse', async () => {
  const [ann, bob] = [buildDeskComment(9, 'Ann'), buildDeskComment(8, 'Bob')]
  const author = ann.author && { ...ann.author, bannedAt: Date.now() }
  const { all, card } = await queueOf([{ ...ann, author }, bob])
  const repliesOf = (digit: number) => all('button', 'Reply', card(digit) ?? undefined).length
  expect([repliesOf(9), repliesOf(8)]).toEqual([0, 1])
})

test('when the response to a reply was lost, a retry with a changed text changes the stored reply', async () => {
  const { page, server, press, type, says, outcome, sent } = await queueOf(
    [buildDeskComment(9, 'Ann', { state: 'visible' })],
    '?filter=all',
  )
  server.isConnectionLost = true
  await press('Reply')
  await type('Your reply to Ann', 'Thank you!')
  await press('Reply')
  await says('The site cannot be reached.')
  server.isConnectionLost = false
  await type('Your reply to Ann', 'Thank you, Ann!')
  await press('Reply')
  await page.until(() => expect(outcome()).toContain('Your reply is posted.'))
  expect(sent('POST').map(({ content }) => content)).toEqual(['Thank you!', 'Thank you, Ann!'])
  expect(sent('PATCH')).toEqual([{ path: `/comments/${buildIdFromDigit(1)}`, content: 'Thank you, Ann!' }])
})

test('lifting a ban, and its Undo, change neither the state of the comment nor its reports', async () => {
  const ann = buildDeskComment(9, 'Ann', { state: 'visible' })
  const author = ann.author && { ...ann.author, bannedAt: Date.now() }
  const { press, says, sent } = await queueOf([{ ...ann, author }], '?filter=all')
  await press('Lift the ban')
  await says('Ann can log in again.')
  await press('Undo')
  await says('Ann is banned again.')
  expect(sent('PUT')).toEqual([{ path: `/api/desk/people/${buildIdFromDigit(9)}/ban`, reason: '' }])
})

test('a ban requires a confirmation and can be undone, also when the author has deleted the comment meanwhile', async () => {
  const { page, server, card, press, says, outcome } = await queueOf(three())
  server.gone = true
  await press('Ban …', card(9) ?? undefined)
  await press('Ban Ann')
  await says('Ann is banned and signed out everywhere, and has deleted the comment.')
  await press('Undo')
  await page.until(() => expect(outcome()).toBe('Ann can log in again.'))
})

test('moderators have no button to ban themselves', async () => {
  const { all, card } = await queueOf(three())
  await act(() => startFakeSession('Ann', { id: buildIdFromDigit(9), email: '', roles: ['Admin'] }))
  const bansOf = (digit: number) => all('button', 'Ban …', card(digit) ?? undefined).length
  expect([bansOf(9), bansOf(8)]).toEqual([0, 1])
})

test('the reasons why a comment looks like spam are listed', async () => {
  const reasons = ['Filled in a field that people do not see.']
  const { texts } = await queueOf([buildDeskComment(9, 'Ann', { spam: { score: 5, reasons } })])
  expect(texts('.desk-comment .note')).toEqual(['Suspect, 5 pointsFilled in a field that people do not see.'])
})

test('the comment policy is saved, and Undo restores the previous policy', async () => {
  const { check, press, says, field, sent } = await queueOf([])
  await check('Every comment')
  await press('Save')
  await says('From now on, what waits for you: every comment.')
  await press('Undo')
  await says('From now on, what waits for you: first comments.')
  expect(field('First comments').checked).toBe(true)
  expect(sent('PUT').map(({ policy }) => policy)).toEqual(['all', 'first'])
})

const hostile = [
  '<script>document.title = "owned"</script>',
  '<img src=x onerror="document.title=\'owned\'">',
  '<svg/onload=alert(1)><style>*{display:none}</style>',
]

test('hostile comments, names and reasons are shown as plain text', async () => {
  const report = { by: hostile[1] ?? '', reason: hostile[0] ?? '', at: Date.now(), resolved: false }
  const comments = hostile.map((content, at) => {
    const one = buildDeskComment(9 - at, hostile[1] ?? '', { reports: [report] })
    return { ...one, comment: { ...one.comment, content } }
  })
  const links = buildDeskComment(6, 'Eve')
  links.comment.content = '[click](javascript:document.title="owned") [click](data:text/html,<script>alert(1)</script>)'
  const { page, card } = await queueOf([...comments, links])
  for (const [at, words] of hostile.entries()) {
    for (const said of [words, report.by, report.reason]) expect(card(9 - at)?.textContent).toContain(said)
  }
  expect(page.findAll('script,img,style,iframe,[onerror],[onload]')).toEqual([])
  const addresses = page.findAll('.desk-words a').map((link) => link.getAttribute('href'))
  expect(addresses).toEqual([])
})
