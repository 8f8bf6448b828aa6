import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { startMailServer } from '../testing/mail-server.ts'
import {
  createRecordingLog,
  exampleMail,
  exampleMailFrom,
  exampleMailLink,
  exampleMailSecret,
  getOnlyOutboxRow,
} from '../testing/outbox.ts'
import { deliverDue } from './deliver.ts'
import { createMailOutboxSender, createSmtpSender } from './mail-sender.ts'
import { enqueueMail, parseStoredMail, retryMail } from './outbox.ts'

async function createOutbox() {
  const [db, server, { log, lines }] = [await createTestDatabase(), await startMailServer(), createRecordingLog()]
  const delivery = { db, sender: createMailOutboxSender(await createSmtpSender(server.url, exampleMailFrom)), log }
  return { db, server, lines, deliver: () => deliverDue(delivery) }
}

test('after the commit of its transaction, a mail is sent with all its parts and is marked as generated automatically', async () => {
  const { db, server, deliver } = await createOutbox()
  await db.transaction().execute((transaction) => enqueueMail(transaction, exampleMail))
  const row = await getOnlyOutboxRow(db)
  expect(await deliver()).toBe(1)
  expect(server.arrived.map(({ recipients }) => recipients)).toEqual([[exampleMail.to]])
  const { headers, ...parsed } = server.arrived[0]?.parsed ?? { headers: [] }
  expect(parsed).toMatchObject({
    from: exampleMailFrom,
    to: [{ name: '', address: exampleMail.to }],
    subject: exampleMail.subject,
    text: `${exampleMail.text}\n`,
    html: `${exampleMail.html}\n`,
    messageId: `<${row.id}@site.example>`,
  })
  expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(headers.filter(({ key }) => key.startsWith('list-'))).toEqual([])
  expect(await getOnlyOutboxRow(db)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
  expect(await deliver()).toBe(0)
})

test('each additional header is sent in one line, and its secret is removed from the stored mail after sending', async () => {
  const { db, server, deliver } = await createOutbox()
  const address = `https://site.example/api/unsubscribe/one-click?token=${exampleMailSecret}`
  const headers = { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'One-Click\r\nBcc: eve@example.org' }
  await enqueueMail(db, { ...exampleMail, headers })
  expect(await deliver()).toBe(1)
  const { headers: arrived, bcc } = server.arrived[0]?.parsed ?? { headers: [] }
  expect(bcc).toBeUndefined()
  const headerOf = (name: string) => arrived.find(({ key }) => key === name)?.value
  expect(headerOf('list-unsubscribe')).toBe(`<${address}>`)
  expect(headerOf('list-unsubscribe-post')).toBe('One-Click Bcc: eve@example.org')
  expect((await getOnlyOutboxRow(db)).payload).not.toContain(exampleMailSecret)
})

test('a mail of a transaction that was rolled back is never sent', async () => {
  const { db, server, deliver } = await createOutbox()
  const undone = db.transaction().execute(async (transaction) => {
    await enqueueMail(transaction, exampleMail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await deliver()).toBe(0)
  expect(server.arrived).toEqual([])
})

test('a sent mail is stored without the secret of its link, and the secret was never logged', async () => {
  const { db, server, deliver, lines } = await createOutbox()
  await enqueueMail(db, exampleMail)
  expect(parseStoredMail(await getOnlyOutboxRow(db))).toEqual(exampleMail)
  await deliver()
  expect(server.arrived[0]?.parsed.html).toContain(exampleMailLink)
  const withoutSecret = (text: string) => text.replaceAll(exampleMailSecret, '…')
  const stored = parseStoredMail(await getOnlyOutboxRow(db))
  expect(stored).toEqual({
    ...exampleMail,
    text: withoutSecret(exampleMail.text),
    html: withoutSecret(exampleMail.html),
  })
  expect(lines).toEqual([{ message: 'mail sent', mail: expect.any(String), to: 'r…@example.org', attempt: 1 }])
})

test('a mail to a recipient that the server will never accept fails at once, and can be retried by hand', async () => {
  const { db, server, deliver } = await createOutbox()
  server.refusal = { of: 'recipient', status: 550, words: 'no such mailbox' }
  await enqueueMail(db, exampleMail)
  await deliver()
  const { id, ...row } = await getOnlyOutboxRow(db)
  expect(row).toMatchObject({ state: 'failed', attempts: 1, last_error: expect.stringContaining('no such mailbox') })

  server.refusal = null
  expect(await retryMail(db, id)).toBe(true)
  expect(await getOnlyOutboxRow(db)).toMatchObject({ state: 'waiting', attempts: 0, done_at: null, last_error: null })
  await deliver()
  expect(server.arrived[0]?.parsed.text).toContain(exampleMailLink)
  expect(await retryMail(db, id)).toBe(false)
  expect(await retryMail(db, 'unknown')).toBe(false)
})

test('without a mail server, a mail is kept for the desk with its link, is logged in one line, and can be sent later', async () => {
  const { db, server, deliver } = await createOutbox()
  const { log, lines } = createRecordingLog()
  await enqueueMail(db, exampleMail)
  await deliverDue({ db, sender: createMailOutboxSender(null), log })
  const row = await getOnlyOutboxRow(db)
  expect(row).toMatchObject({ state: 'kept', done_at: expect.any(Number) })
  expect(parseStoredMail(row)).toEqual(exampleMail)
  const message = 'mail kept at the desk: no SMTP_URL is set'
  expect(lines).toEqual([{ message, mail: row.id, to: 'r…@example.org', attempt: 1 }])
  expect(await retryMail(db, row.id)).toBe(true)
  await deliver()
  expect(server.arrived[0]?.parsed.text).toContain(exampleMailLink)
})

test('a mail is refused when its recipient is not exactly one plain email address', async () => {
  const db = await createTestDatabase()
  const addresses = [
    'reader@example.org\r\nBcc: other@example.org',
    'reader@example.org\nother@example.org',
    'reader@exam\nple.org',
    'reader@example.org, other@example.org',
    'reader@example.org;other@example.org',
    'Reader <reader@example.org>',
    '"reader@example.org other"@example.org',
    'reader@example.org>',
    'reader@exam ple.org',
    'reader@example.org/x',
    'reader\0@example.org',
    'group:reader@example.org;',
    'reader',
    '',
  ]
  for (const to of addresses) await expect(enqueueMail(db, { ...exampleMail, to }), to).rejects.toThrow(TypeError)
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('a subject cannot add a header, and the text cannot begin a second mail', async () => {
  const { db, server, deliver } = await createOutbox()
  const subject = 'Hello\r\nBcc: other@example.org\u2028\r\n\r\n<p>words</p>'
  const text = 'One\r\n.\r\nMAIL FROM:<x@example.org>\r\nRCPT TO:<y@example.org>'
  await enqueueMail(db, { ...exampleMail, subject, text })
  await deliver()
  expect(server.arrived.map(({ recipients }) => recipients)).toEqual([[exampleMail.to]])
  expect(server.arrived[0]?.parsed).toMatchObject({
    subject: 'Hello Bcc: other@example.org <p>words</p>',
    text: `${text.replaceAll('\r', '')}\n`,
  })
  expect(server.arrived[0]?.parsed.bcc).toBeUndefined()
})
