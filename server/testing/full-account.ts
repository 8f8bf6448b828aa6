import { createECDH, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { recordAction } from '../db/audit-log.ts'
import { createId } from '../db/ids.ts'
import { addPerson } from './people.ts'
import { PASSWORD, type TestSite, verificationUrl } from './site.ts'

/** The options of a site for `createFullAccounts`. Its mail server lets readers subscribe to new pages. */
export const fullAccountSiteOptions = { newsletter: { send: async () => {}, perMinute: 20 } }

/**
 * Creates the reader Nora, with rows in every table that refers to people: a picture, a provider, three sessions,
 * links, a decided application, a visit as a guest with an error report, mails, entries of the log, a reply whose
 * mail an admin has read, a report of a comment, mail preferences, a dismissed notice, a device for push, push
 * preferences, and a newsletter subscription. The reader Otto gets rows in the same tables.
 * @returns Nora's tokens and both ids
 */
export async function createFullAccounts(site: TestSite) {
  const otto = await site.signUp('other@example.org', { name: 'Otto', isPartner: true })
  const nora = await site.signUp('nora@example.org', { name: 'Nora', isPartner: true })
  await fill(site, otto, {
    name: 'Otto',
    email: 'other@example.org',
    provider: 'otto-at-google',
    pending: 'o@example.org',
  })
  await fill(site, nora, {
    name: 'Nora',
    email: 'nora@example.org',
    provider: 'google-of-nora',
    pending: 'pending@example.org',
  })
  const ada = await addPerson(site.db, { name: 'Ada', roles: ['Admin'] })
  const disputed = await site.call('POST', '/comments', { token: ada.token, body: { pageUrl: 'about', content: 'Hm' } })
  const notice = await site.call('POST', '/api/desk/notices', { token: ada.token, body: { message: 'Hats are in' } })
  const buildReply = (name: string) => ({
    pageUrl: 'about',
    content: `${name} likes hats`,
    parentId: disputed.json().id,
  })
  for (const [name, { accessToken: token }] of [
    ['Otto', otto],
    ['Nora', nora],
  ] as const) {
    const did = [
      await site.call('POST', '/comments', { token, body: buildReply(name) }),
      await site.call('POST', `/comments/${disputed.json().id}/report`, { token, body: { reason: `${name} minds` } }),
      await site.call('PUT', '/api/account/mail-preferences', { token, body: { replies: false } }),
      await site.call('POST', `/notifications/dismiss/${notice.json().id}`, { token }),
      await site.call('POST', '/users/fcm-token', { token, body: { token: subscriptionOf(name), platform: 'web' } }),
      await site.call('PUT', '/api/account/push', { token, body: quietNights }),
      await site.call('PUT', '/api/account/newsletter', { token, body: { frequency: 'weekly' } }),
    ]
    const { id } = await site.db
      .selectFrom('outbox')
      .select('id')
      .where('payload', 'like', `%${name} replied to your comment%`)
      .executeTakeFirstOrThrow()
    did.push(await site.call('GET', `/api/desk/mail/${id}`, { token: ada.token }))
    for (const answer of did) if (answer.statusCode >= 300) throw new Error(`${name} could not: ${answer.body}`)
  }
  await decide(site, { userId: nora.userId, by: otto.userId })
  await decide(site, { userId: otto.userId, by: nora.userId })
  return { ...nora, ottoId: otto.userId }
}

const quietNights = {
  topics: { notices: true, pages: true, replies: false, orders: true, errors: true },
  quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
}

function subscriptionOf(name: string): string {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
  const auth = randomBytes(16).toString('base64url')
  return JSON.stringify({ endpoint: `https://fcm.googleapis.com/fcm/send/${name}`, keys: { p256dh, auth } })
}

async function fill(
  { app, call, db, logIn, mails }: TestSite,
  { accessToken: token, userId }: { accessToken: string; userId: string },
  person: { name: string; email: string; provider: string; pending: string },
): Promise<void> {
  const { name, email } = person
  const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  await app.inject({ method: 'PUT', url: '/api/account/picture', headers, payload: file })
  await logIn(email)
  await call('POST', '/api/account/proof', { token, body: { password: PASSWORD } })
  const change = { email: person.pending, verificationUrl }
  await call('POST', '/api/account/email', { token, body: change })
  await call('POST', '/auth/forgot-password', { body: { email } })
  // Runs the outbox, which handles the link request and writes the mail.
  await mails()
  await call('POST', '/auth/guestcheckout', { body: { name: `${name} as guest`, email } })

  const guest = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('is_guest', '=', 1)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await recordAction(db, { actor: { userId: createId(), name: 'Ada' }, action: 'banned', target: guest })
  await insertErrorReport(db, guest)

  const identity = {
    provider: 'google' as const,
    subject: person.provider,
    email: `${name.toLowerCase()}@gmail.example`,
  }
  await db
    .insertInto('identities')
    .values({ ...identity, user_id: userId, created_at: Date.now() })
    .execute()
  await db.insertInto('user_roles').values({ user_id: userId, role: 'Partner' }).execute()
  const self = { id: userId, name }
  await recordAction(db, { actor: { userId, name }, action: 'notice posted', target: { id: null, name: 'a notice' } })
  await recordAction(db, {
    actor: { userId: createId(), name: 'Ada' },
    action: 'ban lifted',
    target: self,
    detail: `wrote from ${email}`,
  })
}

/** Stores the report of an error that a person met. */
async function insertErrorReport(db: TestSite['db'], user: { id: string; name: string; email: string }) {
  const [groupId, at] = [createId(), Date.now()]
  await db
    .insertInto('error_groups')
    .values({
      id: groupId,
      fingerprint: groupId,
      title: 'TypeError',
      place: '',
      side: 'browser',
      state: 'open',
      count: 1,
      first_seen_at: at,
      last_seen_at: at,
      first_release: '',
      last_release: '',
    })
    .execute()
  const payload = JSON.stringify({ user })
  await db
    .insertInto('error_events')
    .values({ id: createId(), group_id: groupId, at, user_id: user.id, payload })
    .execute()
}

async function decide({ db }: TestSite, { userId, by }: { userId: string; by: string }): Promise<void> {
  await db
    .updateTable('partner_applications')
    .set({ decided_at: Date.now(), decided_by: by, approved: 1 })
    .where('user_id', '=', userId)
    .execute()
}
