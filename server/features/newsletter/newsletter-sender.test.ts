import { expect, test, vi } from 'vitest'
import { buildArticleSitePage, createNewsletterSite } from '../../testing/newsletter.ts'

const refusal = (responseCode: number, command: string, message: string) => ({ responseCode, command, message })

async function start(...subscribers: string[]) {
  vi.setSystemTime(Date.parse('2026-11-26T12:00:00Z'))
  const site = await createNewsletterSite()
  const process = await site.startProcess()
  for (const email of subscribers) await site.subscribeAddress(email)
  await process.serve([buildArticleSitePage('anchors')])
  const counts = async () => {
    const page = await site.db
      .selectFrom('announced_pages')
      .selectAll()
      .where('page', '=', 'anchors')
      .executeTakeFirst()
    const left = await site.db.selectFrom('page_mails').select('page').execute()
    return { sent: page?.sent, failed: page?.failed, left: left.length }
  }
  return { ...site, process, counts }
}

test('a mail about new pages has the design of the site and the headers of RFC 8058, and its link ends the subscription', async () => {
  const { process, sent, call, states } = await start('a@example.org')
  await process.work()
  const [mail] = sent
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const [, path = ''] =
    /^<https?:\/\/[^/]+(\/newsletter\/unsubscribe\?token=[\w-]{43})>$/.exec(
      mail?.headers?.['List-Unsubscribe'] ?? '',
    ) ?? []
  expect(mail?.html).toContain(path.replace('&', '&amp;'))
  expect(mail?.text).toContain(path)
  const { statusCode } = await call('POST', path, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  })
  expect(statusCode).toBe(204)
  expect(await states()).toEqual({ 'a@example.org': 'unsubscribed' })
})

test.each([
  ['because it does not exist', refusal(550, 'RCPT TO', '550 5.1.1 no such user')],
  ['because its mailbox is disabled', refusal(550, 'DATA', '550 5.2.1 disabled')],
  ['without an enhanced status code', refusal(550, 'RCPT TO', '550 <gone@auth.example>: No such user here')],
])('an email address that the mail server refuses %s is marked as bounced and gets no more mails', async (_, error) => {
  const { process, sent, mailServer, states, counts } = await start('gone@example.org')
  mailServer.error = error
  await process.work()
  expect(await states()).toEqual({ 'gone@example.org': 'bounced' })
  expect(await counts()).toEqual({ sent: 0, failed: 1, left: 0 })
  mailServer.error = null
  await process.serve([buildArticleSitePage('anchors'), buildArticleSitePage('bells')])
  await process.work()
  expect(sent).toEqual([])
})

test.each([
  ['a refusal by policy', refusal(550, 'RCPT TO', '550 5.7.1 relaying denied')],
  ['a refusal because the mailbox is full', refusal(552, 'RCPT TO', '552-5.2.2 The email account is over quota')],
  ['a refusal of the sender', refusal(553, 'RCPT TO', '553 5.1.8 Sender address rejected')],
  [
    'a refusal of the sender by Postfix',
    refusal(550, 'RCPT TO', '550 5.1.0 <no-reply@site.example>: Sender address rejected'),
  ],
  ['a refusal of the sender by Exim', refusal(550, 'RCPT TO', '550 Sender verify failed')],
  ['a prohibition without an enhanced status code', refusal(550, 'RCPT TO', '550 Administrative prohibition')],
  ['a demand for a login', refusal(530, 'RCPT TO', '530 SMTP authentication is required.')],
  ['a refusal to relay without an enhanced status code', refusal(550, 'RCPT TO', '550 relay not permitted')],
  ['a refusal of the text', refusal(554, 'DATA', '554 5.6.0 no')],
  ['a connection that ends after the text', { command: 'DATA', code: 'ECONNECTION' }],
])('after %s, a mail about new pages is given up at once, and the subscriber stays active', async (_, error) => {
  const { process, mailServer, states, counts } = await start('a@example.org')
  mailServer.error = error
  await process.work()
  expect(await counts()).toEqual({ sent: 0, failed: 1, left: 0 })
  expect(await states()).toEqual({ 'a@example.org': 'active' })
})

test('a mail that the mail server refused temporarily is tried again, and given up after the last attempt', async () => {
  const { process, sent, mailServer, counts } = await start('a@example.org')
  mailServer.error = { command: 'CONN', code: 'ECONNREFUSED' }
  await process.work()
  expect(await counts()).toEqual({ sent: 0, failed: 0, left: 1 })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    vi.setSystemTime(Date.now() + 13 * 60 * 60_000)
    await process.work()
  }
  expect(await counts()).toEqual({ sent: 0, failed: 1, left: 0 })
  expect(sent).toEqual([])
})

test('when a process ends while it hands a mail over to the mail server, the mail is not sent again', async () => {
  const { process, sent, db, counts } = await start('a@example.org', 'b@example.org')
  await process.job.run()
  // The mail server accepted the first mail, and the process was killed before the answer was recorded.
  const [row] = await db.selectFrom('outbox').select('id').where('kind', '=', 'newsletter').orderBy('id').execute()
  await db
    .updateTable('page_mails')
    .set({ handed_over_at: Date.now() })
    .where('outbox_id', '=', row?.id ?? '')
    .execute()
  await db
    .updateTable('outbox')
    .set({ claimed_until: Date.now() + 600_000, attempts: 1 })
    .where('id', '=', row?.id ?? '')
    .execute()
  await process.work()
  vi.setSystemTime(Date.now() + 600_001)
  await process.work()
  expect(sent).toHaveLength(1)
  expect(await counts()).toEqual({ sent: 1, failed: 1, left: 0 })
})

test('a subscriber who unsubscribes while a mail waits does not get the mail', async () => {
  const { process, sent, db, call, counts } = await start('a@example.org')
  await process.job.run()
  const { unsubscribe_token: token } = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  await call('POST', `/newsletter/unsubscribe?token=${token}`)
  await process.work()
  expect(sent).toEqual([])
  expect(await counts()).toEqual({ sent: 0, failed: 0, left: 0 })
})

test('mails about a page that was withdrawn take no turns, so that mails about the next page do not wait for them', async () => {
  const { process, sent, db } = await start('a@example.org', 'b@example.org')
  await process.job.run()
  await process.serve([])
  await process.work()
  expect(sent).toEqual([])
  expect(await db.selectFrom('mail_pace').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('outbox').select('state').where('kind', '=', 'newsletter').execute()).toEqual([
    { state: 'expired' },
    { state: 'expired' },
  ])
})
