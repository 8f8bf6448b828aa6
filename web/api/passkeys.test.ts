import { afterEach, expect, test, vi } from 'vitest'
import { installFakeBrowser } from '../testing/browser.ts'

afterEach(() => {
  vi.doUnmock('@simplewebauthn/browser')
  vi.unstubAllGlobals()
})

test('passkeys are not suggested when isWanted returns false after the answer of the server', async () => {
  const startAuthentication = vi.fn(async () => ({ id: 'a' }))
  vi.doMock('@simplewebauthn/browser', () => ({ startAuthentication }))
  installFakeBrowser(({ path }) =>
    Response.json(path === '/auth/passkey' ? { accessToken: 'a', refreshToken: 'r' } : {}),
  )
  const { fetchPasskeyAutofillTokens } = await import('./passkeys.ts')
  expect(await fetchPasskeyAutofillTokens(() => false)).toBeNull()
  expect(startAuthentication).not.toHaveBeenCalled()
  expect(await fetchPasskeyAutofillTokens(() => true)).toEqual({ accessToken: 'a', refreshToken: 'r' })
})
