import { createECDH, randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { site as siteConfig } from '#site'
import { enqueueMail } from '../../outbox/outbox.ts'
import { createLogRecorder } from '../../testing/app.ts'
import { type CommentSite, createCommentSite, extractCommentTexts } from '../../testing/comments.ts'
import { explainQueries } from '../../testing/query-plans.ts'
import { createTestSite } from '../../testing/site.ts'
import { runPrepareHooks } from '../define-feature.ts'
import { listUnnotifiedReplies } from './reply-notifications.ts'

/** Creates a site with a reader's comment, and functions to reply to it. */
async function createSiteWithComment(options = {}) {
  const site = await createCommentSite(options)
  const root = await site.post(site.nora, 'What a hat!')
  const reply = (content = 'Thank you', who = site.otto) => site.post(who, content, { parentId: root.id })
  const subjects = async () => (await site.mails()).map(({ to, subject }) => `${to}: ${subject}`)
  return { ...site, root, reply, subjects }
}

const tokenIn = async ({ mails }: Pick<CommentSite, 'mails'>) =>
  /unsubscribe#token=([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''

const ottosMail = ['nora@example.org: Otto replied to your comment on About']

test('the author of the parent comment gets a mail with the reply, its author, a link to the reply and an unsubscribe link', async () => {
  const site = await createSiteWithComment()
  const { id } = await site.reply('<b>Thank</b> you\n\n\nfor the *hat*')
  const [mail, ...more] = await site.mails()
  expect(more).toEqual([])
  const token = await tokenIn(site)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(mail).toEqual({
    to: 'nora@example.org',
    subject: 'Otto replied to your comment on About',
    text: expect.any(String),
    html: expect.any(String),
    headers: {
      'List-Unsubscribe': `<https://site.test/api/unsubscribe/one-click?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
  for (const words of [
    'Hello Nora,',
    'Otto has replied to',
    '<b>Thank</b> you\n\nfor the *hat*',
    `https://site.test/about#comment-${id}`,
  ]) {
    expect(mail?.text).toContain(words)
  }
  expect(mail?.html).toContain('&lt;b&gt;Thank&lt;/b&gt; you')
  expect(mail?.html).not.toContain('<b>')
})

test('the mail shortens a long reply to 500 characters', async () => {
  const site = await createSiteWithComment()
  await site.reply('🎩'.repeat(600))
  expect((await site.mails())[0]?.text).toContain(`\n${'🎩'.repeat(499)}…\n`)
})

test('the mail about a reply that waits for approval is sent once, when the reply is first approved', async () => {
  const site = await createSiteWithComment()
  await site.setPolicy('all')
  const { id } = await site.reply()
  expect(await site.subjects()).toEqual([])
  for (const state of ['visible', 'hidden', 'pending', 'visible']) await site.judge(id, state)
  expect(await site.subjects()).toEqual(ottosMail)
})

test('a reply sends no mail when its author replies to their own comment, or when the recipient is banned or has switched these mails off', async () => {
  const site = await createSiteWithComment()
  await site.reply('I mean it', site.nora)
  await site.as(site.nora, 'PUT', '/api/account/mail-preferences', { replies: false })
  await site.reply('Oh')
  expect(await site.subjects()).toEqual([])
  expect((await site.as(site.nora, 'GET', '/api/account/mail-preferences')).body).toEqual({ replies: false })
  await site.as(site.nora, 'PUT', '/api/account/mail-preferences', { replies: true })
  await site.reply('Ah')
  expect(await site.subjects()).toEqual(ottosMail)
  await site.setPolicy('all')
  const waiting = await site.reply('Eh')
  await site.as(site.ada, 'PUT', `/api/desk/people/${site.nora.id}/ban`, {})
  await site.judge(waiting.id, 'visible')
  expect(await site.subjects()).toEqual(ottosMail)
})

test('a reply in a thread notifies the author of the parent comment, not the author of the thread’s first comment', async () => {
  const site = await createSiteWithComment()
  const { id } = await site.reply()
  await site.post(site.ada, 'Quite', { parentId: id })
  expect(await site.subjects()).toEqual([...ottosMail, 'otto@example.org: Ada replied to your comment on About'])
})

test('deleting a reply deletes its mail that has not been sent yet', async () => {
  const site = await createSiteWithComment()
  const { id } = await site.reply()
  expect(await site.subjects()).toEqual(ottosMail)
  await site.as(site.otto, 'DELETE', `/comments/${id}`)
  expect(await site.subjects()).toEqual([])
})

test.each([
  ['the reply is hidden', 'waiting', true],
  ['its author is banned', 'waiting', true],
  ['the reply is hidden', 'failed', true],
  ['the reply is hidden', 'sent', false],
  ['its author is banned', 'sent', false],
] as const)(
  'when %s while the mail about the reply is %s, unsent mails and pushes are deleted, and undoing the decision adds them again: %j',
  async (decision, state, isAddedAgain) => {
    const site = await createSiteWithComment()
    const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
    const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
    const token = JSON.stringify({ endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys })
    await site.as(site.nora, 'POST', '/users/fcm-token', { token, platform: 'web' })
    const { id } = await site.reply()
    const notifications = async () => {
      const rows = await site.db
        .selectFrom('outbox')
        .select('kind')
        .where('comment_id', '=', id)
        .orderBy('kind')
        .execute()
      return rows.map(({ kind }) => kind)
    }
    await site.db.updateTable('outbox').set({ state }).where('kind', '=', 'mail').execute()
    expect(await notifications()).toEqual(['mail', 'push'])
    const ban = (method: string) => site.as(site.ada, method, `/api/desk/people/${site.otto.id}/ban`, {})
    const isHidden = decision === 'the reply is hidden'
    const decide = () => (isHidden ? site.judge(id, 'hidden') : ban('PUT'))
    expect((await decide()).status).toBeLessThan(300)
    expect(await notifications()).toEqual(isAddedAgain ? [] : ['mail'])
    await (isHidden ? site.judge(id, 'visible') : ban('DELETE'))
    expect(extractCommentTexts(await site.list())).toContain('Thank you')
    expect(await notifications()).toEqual(isAddedAgain ? ['mail', 'push'] : ['mail'])
  },
)

test('when a ban is lifted while comments are switched off, the mails about the replies are added after comments are switched on', async () => {
  const site = await createSiteWithComment()
  await site.reply()
  const ban = `/api/desk/people/${site.otto.id}/ban`
  await site.as(site.ada, 'PUT', ban, {})
  const { db } = site
  const withoutComments = await createTestSite({ db, switches: { ...siteConfig.features, comments: false } })
  expect((await withoutComments.call('DELETE', ban, { token: site.ada.token })).statusCode).toBeLessThan(300)
  expect(await site.subjects()).toEqual([])

  const { app } = await createTestSite({ db })
  for (let start = 0; start < 2; start++) await runPrepareHooks(app.features)
  expect(extractCommentTexts(await site.list())).toContain('Thank you')
  expect(await site.subjects()).toEqual(ottosMail)
  if (inject('postgres')) return
  const plans = await explainQueries(db, listUnnotifiedReplies)
  expect(plans).toEqual([expect.stringContaining('INDEX comments_unnotified')])
})

test('the unsubscribe token of a mail ends the mails without a login and can be used again; any other token gets 410', async () => {
  const site = await createSiteWithComment()
  await site.reply()
  const token = await tokenIn(site)
  for (const wrong of ['', 'x', `${token}x`, '\0', "' or 1=1"]) {
    expect(await site.as(null, 'POST', '/api/unsubscribe', { token: wrong })).toMatchObject({
      status: 410,
      body: { code: 'link_expired' },
    })
  }
  expect((await site.as(site.nora, 'GET', '/api/account/mail-preferences')).body).toEqual({ replies: true })
  for (let time = 0; time < 2; time++) {
    expect((await site.as(null, 'POST', '/api/unsubscribe', { token })).status).toBe(204)
  }
  expect((await site.as(site.nora, 'GET', '/api/account/mail-preferences')).body).toEqual({ replies: false })
  await site.reply('Another')
  expect(await site.subjects()).toEqual([])
})

test.each([
  [
    'one click',
    (site: CommentSite, token: string) =>
      site.app.inject({ method: 'POST', url: `/api/unsubscribe/one-click?token=${token}` }),
  ],
  [
    'the account page',
    (site: CommentSite) => site.as(site.nora, 'PUT', '/api/account/mail-preferences', { replies: false }),
  ],
])(
  'unsubscribing by %s deletes the mails about replies that are not sent yet, and no other mails',
  async (_, unsubscribe) => {
    const site = await createSiteWithComment()
    const parent = await site.post(site.otto, 'Mine')
    await site.post(site.ada, 'To Otto', { parentId: parent.id })
    const [toOtto] = await site.subjects()
    for (const state of ['sent', 'waiting', 'failed'] as const) {
      const { id } = await site.reply(`Reply, ${state}`)
      await site.db.updateTable('outbox').set({ state }).where('comment_id', '=', id).execute()
    }
    const token = await tokenIn(site)
    await enqueueMail(site.db, { to: 'nora@example.org', subject: 'Your password', text: '', html: '' })
    expect(await site.subjects()).toHaveLength(5)
    await unsubscribe(site, token)
    expect(await site.subjects()).toEqual([toOtto, ...ottosMail, 'nora@example.org: Your password'])
  },
)

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
])('a one-click unsubscribe request of a mail program ends the mails (RFC 8058): %s', async (type, payload) => {
  const { logger, lines } = createLogRecorder()
  const site = await createSiteWithComment({ logger })
  await site.reply()
  const token = await tokenIn(site)
  const url = `/api/unsubscribe/one-click?token=${token}`
  const replies = async () => (await site.as(site.nora, 'GET', '/api/account/mail-preferences')).body.replies

  for (const method of ['GET', 'HEAD'] as const) {
    const look = await site.app.inject({ method, url })
    expect([look.statusCode, look.headers.location]).toEqual([303, `https://site.test/unsubscribe#token=${token}`])
  }
  expect(await replies()).toBe(true)
  for (let time = 0; time < 2; time++) {
    const click = await site.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
    expect([click.statusCode, click.headers['set-cookie'], click.body]).toEqual([204, undefined, ''])
  }
  expect(await replies()).toBe(false)
  expect(JSON.stringify(lines())).toContain('/api/unsubscribe/one-click')
  expect(JSON.stringify(lines())).not.toContain(token)
})

test('a one-click unsubscribe request with an unknown token is answered 204; a request without a valid token is answered 400', async () => {
  const site = await createCommentSite()
  const click = (query: string) => site.app.inject({ method: 'POST', url: `/api/unsubscribe/one-click${query}` })
  expect((await click('?token=nobodys')).statusCode).toBe(204)
  for (const query of ['', '?token=', '?token=a%0D%0Ab', `?token=${'x'.repeat(201)}`]) {
    expect((await click(query)).statusCode).toBe(400)
  }
})
