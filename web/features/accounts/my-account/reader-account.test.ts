import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MyAccount } from '#contract/my-account.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { installFakePage } from '../../../testing/render.ts'
import { buildMyAccount } from '../../../testing/sample-account.ts'
import { startFakeSession } from '../../../testing/session.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => vi.unstubAllGlobals())

/** Shows the account page of a reader. The fake server stores a new password. */
async function showAccount(passkeys: Passkey[] = [], more: Partial<MyAccount> = {}, since: number | null = null) {
  const account = buildMyAccount({ hasPassword: false, ...more })
  const page = installFakePage(({ path }) => {
    if (path === '/api/account/password') account.hasPassword = true
    const { hasPassword } = account
    const answers: Record<string, object> = {
      '/api/account': account,
      '/api/account/passkeys': { passkeys },
      '/api/account/second-factor': { since, recoveryCodesLeft: 0, hasPassword },
      '/api/account/sessions': { sessions: [] },
    }
    return answers[path] ? Response.json(answers[path]) : new Response(null, { status: 204 })
  })
  page.stored.set('accessToken', 'a')
  await startFakeSession('Nora')
  const { ReaderAccount } = await import('./reader-account.tsx')
  await page.show(createElement(ReaderAccount, { onDeleted: () => {} }), '/account')
  await page.until(() => expect(page.text()).toContain('Logging in with'))
  return page
}

const passkey: Passkey = { id: '1', name: 'Chrome on Windows', isSynced: true, createdAt: 1, lastUsedAt: null }

test('the account page says that an account with a passkey and without a password logs in with the passkey', async () => {
  const page = await showAccount([passkey])
  await page.until(() => expect(page.text()).toContain('You log in with a passkey.'))
  expect(page.text()).not.toContain('so that you can come back')
})

test('an account without a way to log in is asked to set a password', async () => {
  const page = await showAccount()
  await page.until(() => expect(page.text()).toContain('set a password, so that you can come back'))
})

test('the account page lists a linked provider as a way to log in, except when the account asks for a code', async () => {
  const linked = { hasPassword: true, providers: ['google'] } satisfies Partial<MyAccount>
  const open = await showAccount([], linked)
  await open.until(() => expect(open.text()).toContain('You log in with your email and password or Google.'))
  const page = await showAccount([passkey], linked, 1)
  const ways = 'You log in with your email and password with a code or a passkey.'
  await page.until(() => expect(page.text()).toContain(ways))
  expect(page.text()).toContain('A login with Google is refused while your account asks for a code.')
})

test('after a reader without a password has set one, the account page offers the second factor', async () => {
  const page = await showAccount()
  await page.until(() => expect(page.text()).toContain('there is nothing to add a code to'))
  await page.click('Set a password')
  await page.send('form', { newPassword: 'kettle in a battered hat' })
  await page.until(() => expect(page.text()).toContain('Your password is set.'))
  await page.until(() => expect(page.text()).toContain('Set up an authenticator app'))
})
