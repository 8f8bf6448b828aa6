import { expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import type { SetupStep } from '#contract/setup.ts'
import { deliverDue } from '../../outbox/deliver.ts'
import { createMailOutboxSender } from '../../outbox/mail-sender.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { origins } from '../../testing/origins.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestSite, getLinkSecret } from '../../testing/site.ts'

/**
 * Creates a site with a mail server. `deliver` sends the waiting mails, or lets the mail server refuse them with an
 * error.
 */
async function siteWithMail(options: { smtp?: boolean } = { smtp: true }) {
  const site = await createDeskSite(options)
  const mailStep = async (): Promise<SetupStep> => {
    const { steps } = (await site.ask('GET', '/setup')).body
    return steps.find(({ name }: SetupStep) => name === 'mail')
  }
  const deliver = (error?: Error) => {
    const send = async () => {
      if (error) throw error
    }
    return deliverDue({ db: site.db, sender: createMailOutboxSender(send), log: site.app.log })
  }
  const confirm = (token: string) => site.call('POST', '/auth/test-mail', { body: { token } })
  /** Returns the secrets of all test mails, oldest first. */
  const secrets = async () => (await site.mails()).map(getLinkSecret)
  return { ...site, mailStep, deliver, confirm, secrets }
}

test('a test mail goes to the admin who sends it; opening its link completes the setup step for mail and needs no login', async () => {
  const { ask, mailStep, deliver, confirm, mails, secrets, logged } = await siteWithMail()
  expect(await mailStep()).toEqual({ name: 'mail', state: 'open', findings: { canSendMail: true } })

  expect(await ask('POST', '/test-mail')).toEqual({ status: 202, body: { to: 'ada@example.org' } })
  const testMail = { to: 'ada@example.org', lastError: null }
  expect((await mailStep()).findings.testMail).toEqual({ ...testMail, state: 'waiting' })
  const [mail] = await mails()
  expect(mail).toMatchObject({ to: 'ada@example.org', text: expect.stringContaining(`${origins[0]}/test-mail#token=`) })
  const [secret = ''] = await secrets()
  await deliver()
  expect(await mailStep()).toMatchObject({ state: 'open', findings: { testMail: { ...testMail, state: 'sent' } } })

  const used = await confirm(secret)
  expect([used.statusCode, used.json()]).toEqual([200, { to: 'ada@example.org' }])
  expect((await mailStep()).state).toBe('done')
  expect((await confirm(secret)).json().code).toBe('link_used')
  expect(await logged()).toEqual(['Ada Admin | test mail sent | Ada Admin | '])
})

test('the setup step for mail shows the error of the mail server', async () => {
  const { ask, mailStep, deliver } = await siteWithMail()
  await ask('POST', '/test-mail')
  await deliver(new Error('Invalid login: 535 wrong password'))
  expect((await mailStep()).findings.testMail).toEqual({
    to: 'ada@example.org',
    state: 'waiting',
    lastError: 'Invalid login: 535 wrong password',
  })
})

test('the link of an older test mail, an expired or unknown link, and a link of another kind are refused with 410', async () => {
  const { ask, mailStep, confirm, secrets, call } = await siteWithMail()
  await ask('POST', '/test-mail')
  await ask('POST', '/test-mail')
  const [older = '', newer = ''] = await secrets()
  expect((await confirm(older)).json().code).toBe('link_used')
  expect((await call('POST', '/auth/verify-email', { body: { token: newer } })).statusCode).toBe(410)
  vi.useFakeTimers({ now: Date.now() + DAY_MS + 1, toFake: ['Date'] })
  expect((await confirm(newer)).json().code).toBe('link_expired')
  vi.useRealTimers()
  expect((await confirm('unknown')).statusCode).toBe(410)
  expect((await mailStep()).state).toBe('open')
})

test('without a mail server a test mail is refused with 409, and an earlier test mail does not complete the step', async () => {
  const { ask, confirm, mails, secrets, mailStep, db, ada } = await siteWithMail()
  await ask('POST', '/test-mail')
  await confirm((await secrets())[0] ?? '')
  expect((await mailStep()).state).toBe('done')

  const without = await createTestSite({ db, smtp: false })
  const refused = await without.call('POST', '/api/desk/test-mail', { token: ada.token })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'mail_not_set_up'])
  const { steps } = (await without.call('GET', '/api/desk/setup', { token: ada.token })).json()
  expect(steps).toContainEqual({ name: 'mail', state: 'open', findings: { canSendMail: false } })
  expect(await mails()).toHaveLength(1)
})

test('the setup step for recovery is done when there is a second admin who is not banned', async () => {
  const { ask, db } = await siteWithMail()
  const state = async () =>
    (await ask('GET', '/setup')).body.steps.find(({ name }: SetupStep) => name === 'recovery').state
  expect(await state()).toBe('open')
  const bo = await addPerson(db, { roles: ['Admin'] })
  expect(await state()).toBe('done')
  await ask('PUT', `/people/${bo.id}/ban`, { reason: '' })
  expect(await state()).toBe('open')
})

test('the setup step for protection is done when every admin has a passkey or an active second factor', async () => {
  const site = await createDeskSite()
  const { ask, db } = site
  const state = async () =>
    (await ask('GET', '/setup')).body.steps.find(({ name }: SetupStep) => name === 'protection').state
  const admins = await db.selectFrom('user_roles').select('user_id').where('role', '=', 'Admin').execute()
  const second = await site.createWithRole('Admin', 'second@example.org')
  expect(await state()).toBe('open')
  for (const { user_id } of admins) {
    const factor = { user_id, secret: 'AAAA', last_step: 0, confirmed_at: 1, tries: 0, tries_since: 0 }
    await db.insertInto('second_factors').values(factor).execute()
  }
  expect(await state()).toBe('open')
  const texts = { id: 'a', credential_id: 'a', public_key: 'a', transports: '[]', name: 'a' }
  const passkey = {
    ...texts,
    user_id: second.userId,
    counter: 0,
    is_synced: 0 as const,
    created_at: 1,
    last_used_at: null,
  }
  await db.insertInto('passkeys').values(passkey).execute()
  expect(await state()).toBe('done')
  await db.updateTable('second_factors').set({ confirmed_at: null }).execute()
  expect(await state()).toBe('open')
})
