import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { createTestSite, getLinkSecret, PASSWORD, type TestSite, verificationUrl } from '../../../testing/site.ts'

const NEW_PASSWORD = 'three gems and a goal'

const changePassword = ({ call }: TestSite, token: string, body: object) =>
  call('POST', '/api/account/password', {
    token,
    body: { newPassword: NEW_PASSWORD, ...body },
  })

const changeEmail = ({ call }: TestSite, token: string, body: object) =>
  call('POST', '/api/account/email', {
    token,
    body: { email: 'new@example.org', verificationUrl, ...body },
  })

const verify = ({ call }: TestSite, token: string) => call('POST', '/auth/verify-email', { body: { token } })

const proved = { isProved: true }

describe('changing the password', () => {
  test('changing the password ends the other sessions, keeps the current one, and notifies the owner', async () => {
    const site = await createTestSite()
    const { accessToken: token, refreshToken } = await site.createReader('nora@example.org', {
      name: 'Nora',
      ...proved,
    })
    const other = await site.logIn('nora@example.org')
    const answer = await changePassword(site, token, {})
    expect([answer.statusCode, answer.body]).toEqual([204, ''])

    await expect(site.logIn('nora@example.org')).rejects.toThrow('do not match')
    await site.logIn('nora@example.org', NEW_PASSWORD)
    const statuses = await Promise.all([
      site.call('GET', '/api/account', { token }),
      site.call('POST', '/auth/refresh', { body: { refreshToken } }),
      site.call('GET', '/api/account', { token: other.accessToken }),
      site.call('POST', '/auth/refresh', { body: { refreshToken: other.refreshToken } }),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 401])

    const mail = (await site.mails()).at(-1)
    expect(mail).toMatchObject({ to: 'nora@example.org', subject: expect.stringContaining('password was changed') })
    expect(mail?.text).toContain('Hello Nora,')
    expect(JSON.stringify(mail)).not.toContain(NEW_PASSWORD)
  })

  test('changing the password cancels a pending change of the email address, which an attacker may have requested', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org', proved)
    await changeEmail(site, token, { email: 'eve@example.org' })
    const [mail] = (await site.mails()).slice(-1)
    await changePassword(site, token, {})
    expect((await verify(site, getLinkSecret(mail as never))).json().code).toBe('link_used')
    expect((await site.call('GET', '/api/account', { token })).json()).toMatchObject({
      email: 'nora@example.org',
      pendingEmail: null,
    })
  })

  test.each([
    [{ newPassword: 'short' }, 'password_too_short'],
    [{ newPassword: 'x'.repeat(129) }, 'password_too_long'],
    [{ newPassword: 'password123' }, 'password_guessable'],
    [{ newPassword: 'NORA@example.org' }, 'password_is_email'],
    [{ newPassword: undefined }, 'bad_request'],
    [{ newPassword: ['three gems', 'and a goal'] }, 'bad_request'],
  ] as const)('S5.02 refuses a change of the password with %j: %s', async (body, code) => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org', proved)
    const mails = (await site.mails()).length
    const answer = await changePassword(site, token, body)
    expect([answer.statusCode, answer.json().code]).toEqual([errors[code].status, code])
    await site.logIn('nora@example.org')
    expect(await site.mails()).toHaveLength(mails)
  })

  test('changing the password requires a recent proof of ownership, and later proofs require the new password', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org')
    const prove = async (password: string) =>
      (await site.call('POST', '/api/account/proof', { token, body: { password } })).statusCode
    expect((await changePassword(site, token, {})).json().code).toBe('proof_required')
    await site.logIn('nora@example.org')
    expect(await prove(PASSWORD)).toBe(204)
    expect((await changePassword(site, token, {})).statusCode).toBe(204)
    expect([await prove(PASSWORD), await prove(NEW_PASSWORD)]).toEqual([403, 204])
  })

  test('an account without a password can set its first one after a login; each later change requires a proof of ownership', async () => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader('nora@example.org')
    await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
    expect((await changePassword(site, token, {})).statusCode).toBe(204)
    await site.logIn('nora@example.org', NEW_PASSWORD)
    expect((await changePassword(site, token, {})).json().code).toBe('proof_required')
  })

  test('more than 10 calls to change the password within 10 minutes are refused', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader(undefined, proved)
    const other = await site.createReader(undefined, proved)
    for (let i = 0; i < 10; i++) await changePassword(site, token, { newPassword: 'short' })
    const answer = await changePassword(site, token, {})
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await changePassword(site, other.accessToken, {})).statusCode).toBe(204)
  })
})

describe('changing the address', () => {
  test('a change of the email address takes effect when the mailed link is used, and the old address gets a notice', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org', { name: 'Nora', ...proved })
    const answer = await changeEmail(site, token, { email: ' New@Example.org ' })
    expect(answer.statusCode).toBe(200)
    const mail = (await site.mails()).at(-1)
    if (!mail) throw new Error('There is no mail.')
    expect(mail.to).toBe('New@Example.org')
    expect(mail.text).toContain(`${verificationUrl}#token=`)
    // Anybody may have entered an unconfirmed email address.
    expect(mail.text).not.toContain('Nora')
    const before = await site.call('GET', '/api/account', { token })
    expect(before.json()).toMatchObject({ email: 'nora@example.org', pendingEmail: 'New@Example.org' })

    expect((await verify(site, getLinkSecret(mail))).json()).toEqual({ email: 'New@Example.org' })
    const after = await site.call('GET', '/api/account', { token })
    expect(after.json()).toMatchObject({ email: 'New@Example.org', pendingEmail: null })
    expect((await site.mails()).at(-1)).toMatchObject({
      to: 'nora@example.org',
      subject: expect.stringContaining('email address was changed'),
    })
    await site.logIn('new@example.org')
    await expect(site.logIn('nora@example.org')).rejects.toThrow('do not match')
  })

  test.each(['taken@example.org', 'TAKEN@Example.org'])(
    'changing the email address to %s does not reveal that it has an account, and mails the owner of that account',
    async (email) => {
      const site = await createTestSite()
      await site.createReader('taken@example.org', { name: 'Tara' })
      const nora = await site.createReader('nora@example.org', { name: 'Nora', ...proved })
      const free = await changeEmail(site, nora.accessToken, { email: 'free@example.org' })
      const freePage = (await site.call('GET', '/api/account', { token: nora.accessToken })).json()
      const taken = await changeEmail(site, nora.accessToken, { email })
      const takenPage = (await site.call('GET', '/api/account', { token: nora.accessToken })).json()
      expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body])
      expect({ ...takenPage, pendingEmail: '' }).toEqual({ ...freePage, pendingEmail: '' })
      expect(takenPage.pendingEmail).toBe(email)

      const mail = (await site.mails()).at(-1)
      expect(mail).toMatchObject({
        to: 'taken@example.org',
        subject: expect.stringContaining('already have an account'),
      })
      expect(mail?.text).toContain('Hello Tara,')
      expect(mail?.text).not.toContain('#token=')
      expect(mail?.text).not.toContain('nora')
    },
  )

  test('an email address that only a guest has used can become the email address of an account', async () => {
    const site = await createTestSite()
    await site.call('POST', '/auth/guestcheckout', { body: { name: 'Gus', email: 'new@example.org' } })
    const { accessToken: token } = await site.createReader(undefined, proved)
    await changeEmail(site, token, {})
    const mail = (await site.mails()).at(-1)
    expect((await verify(site, getLinkSecret(mail as never))).statusCode).toBe(200)
  })

  test('a newer request for another email address cancels the older request', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader(undefined, proved)
    await changeEmail(site, token, { email: 'first@example.org' })
    await changeEmail(site, token, { email: 'second@example.org' })
    const [first, second] = (await site.mails()).slice(-2).map((mail) => getLinkSecret(mail))
    expect((await verify(site, first ?? '')).json().code).toBe('link_used')
    expect((await verify(site, second ?? '')).json()).toEqual({ email: 'second@example.org' })
  })

  test('requesting the current email address cancels a pending change', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org', proved)
    await changeEmail(site, token, {})
    const mails = await site.mails()
    const answer = await changeEmail(site, token, { email: 'NORA@example.org' })
    expect([answer.statusCode, answer.json().message]).toEqual([200, expect.stringContaining('your address already')])
    expect(await site.mails()).toEqual(mails)
    expect((await verify(site, getLinkSecret(mails.at(-1) as never))).json().code).toBe('link_used')
    expect((await site.call('GET', '/api/account', { token })).json().pendingEmail).toBeNull()
  })

  test.each([
    ['jörg@müller.example', 'jörg@xn--mller-kva.example'],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
    ["o'brien+tag@example.org", "o'brien+tag@example.org"],
  ])('accepts %s as a new email address', async (email, key) => {
    const site = await createTestSite()
    const { accessToken: token, userId } = await site.createReader(undefined, proved)
    expect((await changeEmail(site, token, { email })).statusCode).toBe(200)
    const mail = (await site.mails()).at(-1)
    expect(mail?.to).toBe(email)
    await verify(site, getLinkSecret(mail as never))
    const user = await site.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
    expect([user.email, user.email_key]).toEqual([email, key])
  })

  test.each([
    [{ email: '' }, 'email_invalid'],
    [{ email: 'nobody' }, 'email_invalid'],
    [{ email: 'a@b' }, 'email_invalid'],
    [{ email: 'a@example.org\r\nBcc: eve@example.org' }, 'email_invalid'],
    [{ email: 'a@example.org, eve@example.org' }, 'email_invalid'],
    [{ email: '"a b"@example.org' }, 'email_invalid'],
    [{ email: 'Eve <a@example.org>' }, 'email_invalid'],
    [{ email: 'a\0@example.org' }, 'email_invalid'],
    [{ email: `${'x'.repeat(250)}@example.org` }, 'email_invalid'],
    [{ email: { $ne: null } }, 'bad_request'],
    [{ verificationUrl: 'https://evil.example/verify-email' }, 'foreign_address'],
    [{ verificationUrl: 'https://site.test@evil.example/' }, 'foreign_address'],
    [{ verificationUrl: '//evil.example' }, 'foreign_address'],
    [{ verificationUrl: undefined }, 'bad_request'],
  ] as const)('refuses a change of the email address with %j: %s', async (body, code) => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader(undefined, proved)
    const mails = (await site.mails()).length
    const answer = await changeEmail(site, token, body)
    expect([answer.statusCode, answer.json().code]).toEqual([errors[code].status, code])
    expect(await site.mails()).toHaveLength(mails)
    expect((await site.call('GET', '/api/account', { token })).json().pendingEmail).toBeNull()
  })

  test('changing the email address requires a recent proof of ownership', async () => {
    const site = await createTestSite()
    const { accessToken: token } = await site.createReader('nora@example.org')
    const mails = (await site.mails()).length
    expect((await changeEmail(site, token, {})).json().code).toBe('proof_required')
    expect((await site.call('GET', '/api/account', { token })).json().pendingEmail).toBeNull()
    expect(await site.mails()).toHaveLength(mails)
    await site.call('POST', '/api/account/proof', { token, body: { password: PASSWORD } })
    expect((await changeEmail(site, token, {})).statusCode).toBe(200)
  })

  test('sends at most 5 mails an hour to one address, whichever accounts ask for them', async () => {
    const site = await createTestSite()
    const readers = [await site.createReader(undefined, proved), await site.createReader(undefined, proved)]
    const statuses = []
    for (let i = 0; i < 6; i++) {
      const { accessToken } = readers[i % 2] as { accessToken: string }
      statuses.push(
        (await changeEmail(site, accessToken, { email: i % 2 ? 'One@example.org' : 'one@example.org' })).statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
