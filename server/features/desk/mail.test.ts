import { expect, test } from 'vitest'
import { type DeskMail, mailStates } from '#contract/desk.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { createDeskSite } from '../../testing/desk.ts'

const secretLink = 'https://site.test/verify-email#token=s3cr3t-T0ken_1'
const letterTo = (to: string) => ({
  to,
  subject: `Hello ${to.split('@')[0]}`,
  text: `Confirm:\n${secretLink}`,
  html: `<a href="${secretLink}">Confirm</a>`,
})

async function withMail(states: readonly DeskMail['state'][]) {
  const site = await createDeskSite()
  for (const [i, state] of states.entries()) {
    await enqueueMail(site.db, letterTo(`p${i}@example.org`))
    const { id } = await site.db
      .selectFrom('outbox')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await site.db
      .updateTable('outbox')
      .set({ state, done_at: 5, last_error: 'No such host' })
      .where('id', '=', id)
      .execute()
  }
  const list = async (query = '') =>
    (await site.ask('GET', `/mail${query}`)).body as { mail: DeskMail[]; next: string | null }
  return { ...site, list }
}

test('mails are listed newest first, without their text, and can be filtered by state', async () => {
  const { list } = await withMail(mailStates)
  const { mail } = await list()
  expect(mail.map(({ state }) => state)).toEqual(mailStates.toReversed())
  expect(mail[3]).toEqual({
    id: expect.any(String),
    to: 'p0@example.org',
    subject: 'Hello p0',
    state: 'waiting',
    attempts: 0,
    nextAt: expect.any(Number),
    lastError: 'No such host',
    createdAt: expect.any(Number),
    sentAt: null,
  })
  for (const state of mailStates) {
    expect(
      (await list(`?state=${state}`)).mail.map((one) => one.state),
      state,
    ).toEqual([state])
  }
  expect(JSON.stringify(mail)).not.toContain('s3cr3t')
})

test('the desk counts an attempt to send a mail only after the attempt has ended', async () => {
  const { list, ask, db } = await withMail(['waiting'])
  const attempts = async () => {
    const [mail] = (await list()).mail
    return [mail?.attempts, (await ask('GET', `/mail/${mail?.id}`)).body.attempts]
  }
  const claim = (claimed_until: number | null) => db.updateTable('outbox').set({ attempts: 1, claimed_until }).execute()
  await claim(Date.now() + 60_000)
  expect(await attempts()).toEqual([0, 0])
  await claim(null)
  expect(await attempts()).toEqual([1, 1])
})

test('mails are listed in pages of fifty', async () => {
  const { list } = await withMail(Array(51).fill('kept'))
  const first = await list('?state=kept')
  const second = await list(`?state=kept&cursor=${first.next}`)
  expect([first.mail.length, second.mail.length, second.next]).toEqual([50, 1, null])
  expect(second.mail[0]?.to).toBe('p0@example.org')
})

test('the desk shows a mail without the secret of its link, and logs every reading', async () => {
  const { list, ask, logged } = await withMail(mailStates)
  for (const { id } of (await list()).mail) {
    const { status, body } = await ask('GET', `/mail/${id}`)
    expect([status, body.text, body.html]).toEqual([200, expect.not.stringContaining('s3cr3t'), expect.any(String)])
    expect(body.html).not.toContain('s3cr3t')
  }
  const log = await logged()
  expect(log).toEqual([0, 1, 2, 3].map((i) => `Ada Admin | mail read | “Hello p${i}” to p…@example.org | `))
  expect(log.join()).not.toContain('s3cr3t')
})

test('showing the links of a mail in the state “kept” requires a recent proof of account ownership; the links of other mails are never shown', async () => {
  const { list, ask, logged, db } = await withMail(mailStates)
  const { mail } = await list()
  for (const { id, state } of mail) {
    const { status, body } = await ask('POST', `/mail/${id}/links`)
    if (state === 'kept') expect([status, body]).toEqual([200, { text: letterTo('').text, html: letterTo('').html }])
    else expect([status, body.code], state).toEqual([409, 'already_decided'])
  }
  const kept = mail.find(({ state }) => state === 'kept')
  expect(await logged()).toEqual([
    expect.stringMatching(/^Ada Admin \| mail links shown \| “Hello p\d” to p…@example.org/),
  ])
  await db.updateTable('sessions').set({ proved_at: null }).execute()
  expect(await ask('POST', `/mail/${kept?.id}/links`)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
})

test('only mails with the state “failed” or “kept” can be retried, and each retry is logged', async () => {
  const { list, ask, logged } = await withMail(['failed', 'kept', 'sent', 'waiting'])
  for (const { id, state, subject } of (await list()).mail) {
    const { status, body } = await ask('POST', `/mail/${id}/retry`)
    if (state === 'failed' || state === 'kept') {
      expect(body).toMatchObject({ id, state: 'waiting', attempts: 0, lastError: null })
      expect((await logged())[0]).toBe(`Ada Admin | mail retried | “${subject}” to p…@example.org | `)
    } else expect([status, body.code]).toEqual([409, 'already_decided'])
  }
  expect(await logged()).toHaveLength(2)
})

test('the log is listed in pages of fifty entries, newest first', async () => {
  const { list, ask } = await withMail(['sent'])
  const [mail] = (await list()).mail
  for (let i = 0; i < 60; i++) await ask('GET', `/mail/${mail?.id}`)
  const first = await ask('GET', '/log')
  const second = await ask('GET', `/log?cursor=${first.body.next}`)
  expect([first.body.entries.length, second.body.entries.length, second.body.next]).toEqual([50, 10, null])
  const times = [...first.body.entries, ...second.body.entries].map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})
