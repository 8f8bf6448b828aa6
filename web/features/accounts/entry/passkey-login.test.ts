import { act, createElement } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { installFakePage } from '../../../testing/render.ts'

afterEach(() => {
  vi.doUnmock('../../../api/passkeys.ts')
  vi.unstubAllGlobals()
})

/** Opens the login with passkeys that the browser can suggest. */
async function openPasskeyLogin() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const page = installFakePage(() => new Response('', { status: 404 }))
  const suggest = vi.fn((_isWanted: () => boolean) => new Promise<null>(() => {}))
  let cancel = () => {}
  vi.doMock('../../../api/passkeys.ts', () => ({
    hasPasskeySupport: () => true,
    canOfferPasskeyAutofill: async () => true,
    endPasskeyAutofill: async () => {},
    fetchPasskeyAutofillTokens: suggest,
    fetchPasskeyLoginTokens: () => new Promise((_, reject) => (cancel = () => reject(new Error('cancelled')))),
  }))
  const { PasskeyLogin } = await import('./passkey-login.tsx')
  await page.show(createElement(PasskeyLogin))
  expect(suggest).toHaveBeenCalledTimes(1)
  return { page, suggest, cancel: () => cancel() }
}

test('no passkeys are suggested while the browser asks for a passkey, and they are suggested again afterwards', async () => {
  const { page, suggest, cancel } = await openPasskeyLogin()
  await page.wait(4 * MINUTE_MS)
  expect(suggest).toHaveBeenCalledTimes(2)
  const isWanted = suggest.mock.lastCall?.[0]
  expect(isWanted?.()).toBe(true)
  await page.click('Log in with a passkey')
  expect(isWanted?.()).toBe(false)
  await page.wait(8 * MINUTE_MS)
  expect(suggest).toHaveBeenCalledTimes(2)
  await act(async () => cancel())
  await page.wait(0)
  expect(suggest).toHaveBeenCalledTimes(3)
})

test('when the reader returns to the login after the challenge of the suggested passkey has expired, passkeys are suggested again at once', async () => {
  const { page, suggest } = await openPasskeyLogin()
  const setHidden = (isHidden: boolean) => {
    page.setHidden(isHidden)
    return page.dispatch('visibilitychange')
  }
  await setHidden(true)
  await page.wait(MINUTE_MS)
  await setHidden(false)
  expect(suggest).toHaveBeenCalledTimes(1)
  await setHidden(true)
  await page.wait(6 * MINUTE_MS)
  expect(suggest).toHaveBeenCalledTimes(1)
  await setHidden(false)
  expect(suggest).toHaveBeenCalledTimes(2)
})
