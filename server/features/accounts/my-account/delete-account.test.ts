import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import type { Schema } from '../../../db/schema.ts'
import { deliverDue } from '../../../outbox/deliver.ts'
import type { Mail } from '../../../outbox/email-template.ts'
import { createMailOutboxSender } from '../../../outbox/mail-sender.ts'
import { createFullAccounts, fullAccountSiteOptions } from '../../../testing/full-account.ts'
import { addPerson } from '../../../testing/people.ts'
import { createTestSite, getLinkSecret, PASSWORD, type TestSite, verificationUrl } from '../../../testing/site.ts'
import type { DeletedPerson, Feature } from '../../define-feature.ts'

const remove = ({ call }: TestSite, token: string, body: object = {}) =>
  call('POST', '/api/account/delete', {
    token,
    body: { confirmation: DELETE_CONFIRMATION_TEXT, ...body },
  })

const admin = { roles: ['Admin'], isProved: true } as const

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Returns every row of every table, as text. */
async function everything({ db }: TestSite): Promise<Record<string, string[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name as keyof Schema)
  const rows = tables.map(async (table) => {
    const all = await db.selectFrom(table).selectAll().execute()
    // Sorted, because Postgres returns rows in no fixed order.
    return [table, all.map((row) => JSON.stringify(row)).sort()] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

describe('deleting the account', () => {
  test('deletes every row of the account except the mail that confirms the deletion, and no row of other accounts', async () => {
    const site = await createTestSite(fullAccountSiteOptions)
    const { accessToken: token, userId, ottoId } = await createFullAccounts(site)
    await deliverDueAll(site)
    const before = await everything(site)
    const traces = [userId, 'nora@example.org', 'Nora', 'google-of-nora', 'nora@gmail.example']
    const holding = (state: Record<string, string[]>, words: string[]) =>
      Object.entries(state).flatMap(([table, rows]) =>
        rows.some((row) => words.some((word) => row.includes(word))) ? [table] : [],
      )
    const ottos = (state: Record<string, string[]>) =>
      Object.entries(state).flatMap(([table, rows]) =>
        rows.filter((row) => /Otto|other@/.test(row) || row.includes(`id":"${ottoId}"`)).map(() => table),
      )
    expect(holding(before, traces).sort()).toEqual([
      'audit_log',
      'comment_reports',
      'comments',
      'error_events',
      'identities',
      'mail_links',
      'mail_preferences',
      'notice_dismissals',
      'outbox',
      'partner_applications',
      'pictures',
      'push_devices',
      'push_opt_outs',
      'push_preferences',
      'sessions',
      'subscribers',
      'user_roles',
      'users',
    ])

    const answer = await remove(site, token)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    const after = await everything(site)
    expect(holding(after, traces.slice(1))).toEqual(['outbox'])
    const lastMails = after.outbox?.filter((row) => traces.some((word) => row.includes(word))) ?? []
    expect(lastMails).toHaveLength(1)
    expect(JSON.parse(lastMails[0] ?? '').payload).toMatch(
      /"to":"nora@example\.org","subject":"Your .* account is gone"/,
    )
    // The audit log keeps the action with the id of the deleted account.
    expect(holding(after, [userId])).toEqual(['audit_log'])
    const log = await site.db.selectFrom('audit_log').selectAll().orderBy('at').orderBy('id').execute()
    expect(log.filter(({ actor_id, target_id }) => [actor_id, target_id].includes(userId))).toMatchObject([
      { actor_name: 'a deleted account', action: 'notice posted', target_name: 'a notice' },
      {
        actor_name: 'Ada',
        action: 'ban lifted',
        target_name: 'a deleted account',
        detail: 'wrote from a deleted account',
      },
      { actor_name: 'a deleted account', action: 'account deleted', target_name: 'a deleted account' },
    ])
    expect(ottos(after)).toEqual(ottos(before))
    expect(after.pictures).toHaveLength(1)
    expect(after.refresh_tokens).toHaveLength((before.refresh_tokens?.length ?? 0) - 4)
  })

  test('deleting an account closes its sessions at once, and its email address can sign up again', async () => {
    const site = await createTestSite()
    const { accessToken: token, refreshToken } = await site.createReader('nora@example.org', { isProved: true })
    const other = await site.logIn('nora@example.org')
    await remove(site, token)
    const statuses = await Promise.all([
      site.call('GET', '/api/account', { token }),
      site.call('GET', '/api/account', { token: other.accessToken }),
      site.call('POST', '/auth/refresh', { body: { refreshToken } }),
      remove(site, token),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
    await expect(site.logIn('nora@example.org')).rejects.toThrow('do not match')
    await site.createReader('nora@example.org')
  })

  test.each(['/auth/verify-email', '/auth/reset-password'])(
    'account deletions at the same time as POST %s with a mailed link cause no error of the server',
    async (path) => {
      const site = await createTestSite()
      for (const email of ['nora@example.org', 'otto@example.org', 'pia@example.org']) {
        const { accessToken: token } = await site.createReader(email, { isProved: true })
        if (path === '/auth/reset-password') await site.call('POST', '/auth/forgot-password', { body: { email } })
        else await site.call('POST', '/api/account/email', { token, body: { email: `new.${email}`, verificationUrl } })
        const [mail] = (await site.mails()).filter(({ to }) => to.endsWith(email))
        const body = { token: getLinkSecret(mail as Mail), password: 'battered kettle in hats' }
        const change = () => site.call('POST', path, { body })
        const answers = await Promise.all([remove(site, token), change(), remove(site, token), change()])
        for (const { statusCode } of answers) expect([200, 204, 401, 410]).toContain(statusCode)
      }
    },
  )

  test('deleting an account also deletes the rows that simultaneous calls of the account have written', async () => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader('nora@example.org', { isProved: true })
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
    const put = () => site.app.inject({ method: 'PUT', url: '/api/account/picture', headers, payload: picture })
    await put()
    const email = { email: 'new@example.org', verificationUrl }
    const password = { newPassword: 'three gems and a goal' }
    const answers = await Promise.all([
      site.call('POST', '/api/account/email', { token, body: email }),
      remove(site, token),
      site.call('POST', '/api/account/password', { token, body: password }),
      put(),
      site.call('PATCH', '/api/account', { token, body: { name: 'Nora' } }),
      put(),
      site.call('GET', '/api/account/export', { token }),
    ])
    for (const { statusCode } of answers) expect([200, 204, 401, 403]).toContain(statusCode)
    if (answers[1]?.statusCode !== 204) await remove(site, token)
    const { outbox, audit_log, ...tables } = await everything(site)
    expect(
      Object.values(tables)
        .flat()
        .filter((row) => row.includes(userId)),
    ).toEqual([])
    expect(audit_log).toHaveLength(1)
    expect(outbox?.at(-1)).toContain('is gone')
  })

  test('the mails to a former email address are exported and deleted with the account', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('old@example.org', { isProved: true })
    await site.call('POST', '/api/account/email', { token, body: { email: 'new@example.org', verificationUrl } })
    const link = (await site.mails()).findLast(({ to }) => to === 'new@example.org')
    const body = { token: link && getLinkSecret(link) }
    expect((await site.call('POST', '/auth/verify-email', { body })).statusCode).toBe(200)
    await deliverDueAll(site)
    const { mails } = (await site.call('GET', '/api/account/export', { token })).json()
    expect(mails).toMatchObject([{ to: 'new@example.org' }, { to: 'old@example.org' }])
    expect((await remove(site, token)).statusCode).toBe(204)
    expect((await site.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['new@example.org', expect.stringContaining('is gone')],
    ])
  })

  test('each feature erases the data of an account and of the guests with its email address in one call', async () => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader('nora@example.org', { isProved: true })
    const asGuest = () => addPerson(site.db, { email: 'Nora@example.org', roles: ['Guest'] })
    const guests = [await asGuest(), await asGuest()]
    await addPerson(site.db, { email: 'other@example.org', roles: ['Guest'] })
    const erased: DeletedPerson[] = []
    const erase = async (_: unknown, person: DeletedPerson) => void erased.push(person)
    ;(site.app.features as Feature[]).push({ name: 'witness', userData: [{ export: async () => ({}), erase }] })
    expect((await remove(site, token)).statusCode).toBe(204)
    expect(erased).toEqual([{ userId, guestIds: expect.arrayContaining(guests.map(({ id }) => id)) }])
    expect(erased[0]?.guestIds).toHaveLength(2)
  })

  test('a warning mail that waits to be sent is still sent after the account is deleted', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org', { isProved: true })
    const body = { newPassword: 'three gems and a goal' }
    await site.call('POST', '/api/account/password', { token, body })
    await remove(site, token)
    const waiting = (await site.mails()).map(({ subject }) => subject)
    expect(waiting.slice(-2)).toEqual([
      expect.stringContaining('password was changed'),
      expect.stringContaining('is gone'),
    ])
  })

  test.each(['Delete my account', ' delete my account '])(
    'accepts %j as the confirmation that the account is to be deleted',
    async (confirmation) => {
      const site = await createTestSite()
      const { accessToken: token } = await site.createReader(undefined, { isProved: true })
      expect((await remove(site, token, { confirmation })).statusCode).toBe(204)
    },
  )

  test.each([
    [{ confirmation: '' }, 'confirmation_wrong'],
    [{ confirmation: 'yes' }, 'confirmation_wrong'],
    [{ confirmation: 'delete my account!' }, 'confirmation_wrong'],
    [{ confirmation: undefined }, 'bad_request'],
    [{ confirmation: true }, 'bad_request'],
  ] as const)('refuses to delete the account with %j: %s', async (body, code) => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org', { isProved: true })
    const answer = await remove(site, token, body)
    expect([answer.statusCode, answer.json().code]).toEqual([errors[code].status, code])
    await site.logIn('nora@example.org')
  })

  test('deleting an account requires a recent proof of ownership', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org')
    expect((await remove(site, token)).json().code).toBe('proof_required')
    await site.logIn('nora@example.org')
    await site.call('POST', '/api/account/proof', { token, body: { password: PASSWORD } })
    expect((await remove(site, token)).statusCode).toBe(204)
  })

  test('the last active admin cannot delete their account; when two admins delete theirs at the same time, one account stays', async () => {
    const site = await createTestSite()
    const ada = await site.createReader('ada@example.org', admin)
    const refused = await remove(site, ada.accessToken)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_admin'])
    const bob = await site.createReader('bob@example.org', admin)
    await site.db.updateTable('users').set({ banned_at: 1 }).where('id', '=', bob.userId).execute()
    expect((await remove(site, ada.accessToken)).json().code).toBe('last_admin')
    await site.db.updateTable('users').set({ banned_at: null }).where('id', '=', bob.userId).execute()

    const both = await Promise.all([remove(site, ada.accessToken), remove(site, bob.accessToken)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect(await site.db.selectFrom('user_roles').select('role').execute()).toEqual([{ role: 'Admin' }])
  })

  test('deleting an account does not cancel the request of another account to change to the same email address', async () => {
    const site = await createTestSite()
    const nora = await site.createReader('nora@example.org', { isProved: true })
    const eve = await site.createReader('eve@example.org', { isProved: true })
    const body = { email: 'nora@example.org', verificationUrl }
    await site.call('POST', '/api/account/email', { token: eve.accessToken, body })
    await remove(site, nora.accessToken)
    const page = await site.call('GET', '/api/account', { token: eve.accessToken })
    expect(page.json().pendingEmail).toBe('nora@example.org')
  })
})

/** Delivers all mails on a site without a mail server, which gives them the state `kept`. */
async function deliverDueAll({ db }: TestSite): Promise<void> {
  while ((await deliverDue({ db, sender: createMailOutboxSender(null), log: silent })) > 0);
}
