import { act, createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../testing/render.ts'
import { buildMyAccount } from '../../testing/sample-account.ts'
import { startFakeSession } from '../../testing/session.ts'

afterEach(() => vi.unstubAllGlobals())

test('the account page explains to a guest how to become a customer', async () => {
  const page = installFakePage(() => new Response('', { status: 404 }))
  await startFakeSession('Gus', { roles: ['Guest'] })
  const { Screen } = await import('./account-screen.tsx')
  await page.show(createElement(Screen), '/account')
  await page.until(() => expect(page.find('h2').textContent).toBe('You are a guest'))
  expect(page.text()).toContain('gus@example.org')
  expect(page.find('a', 'Sign up').getAttribute('href')).toMatch(/^\/login\?mode=signup/)
})

test('after the deletion of an account, the page says so at once, while the logout still waits for its response', async () => {
  const answers: Record<string, object> = {
    '/api/account': buildMyAccount(),
    '/api/account/passkeys': { passkeys: [] },
    '/api/account/second-factor': { since: null, recoveryCodesLeft: 0, hasPassword: true },
    '/api/account/sessions': { sessions: [] },
  }
  const page = installFakePage(({ path }) => {
    if (path === '/auth/logout') return new Promise(() => {})
    return answers[path] ? Response.json(answers[path]) : new Response(null, { status: 204 })
  })
  page.stored.set('accessToken', 'a')
  await startFakeSession('Nora')
  const { Screen } = await import('./account-screen.tsx')
  await page.show(createElement(Screen), '/account')
  await page.until(() => expect(page.text()).toContain('Delete my account …'))
  await page.click('Delete my account …')
  await page.send('form', { confirmation: 'delete my account' })
  await page.until(() => expect(page.callsTo('/auth/logout')).toHaveLength(1))
  await page.until(() => expect(page.text()).toContain('Your account is gone'))
  expect(page.text()).not.toContain('Log in, and your account is here.')
})

test('when another reader logs in in another tab, the page shows nothing of the former account while it loads', async () => {
  const answers: Record<string, object> = {
    '/api/account': buildMyAccount({ pendingEmail: 'secret@example.org' }),
    '/api/account/passkeys': { passkeys: [] },
    '/api/account/second-factor': { since: null, recoveryCodesLeft: 0, hasPassword: true },
    '/api/account/sessions': { sessions: [] },
  }
  let isSlow = false
  const page = installFakePage(({ path }) => {
    if (isSlow) return new Promise(() => {})
    return answers[path] ? Response.json(answers[path]) : new Response(null, { status: 204 })
  })
  page.stored.set('accessToken', 'a')
  await startFakeSession('Nora')
  const { Screen } = await import('./account-screen.tsx')
  await page.show(createElement(Screen), '/account')
  await page.until(() => expect(page.text()).toContain('secret@example.org'))
  isSlow = true
  await act(() => startFakeSession('Otto', { id: '2' }))
  await page.until(() => expect(page.text()).not.toContain('secret@example.org'))
})
