import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../../testing/render.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const success = 'Signup successful! Please check your email to verify your account.'
const nora = { name: 'Nora', email: 'nora@example.org', password: 'a kettle in a battered hat' }

/** Fills in and sends the signup form. @param answer the server's response */
async function signUp(answer: () => Response, { mail = true, query = '' } = {}) {
  const page = installFakePage(({ path }) =>
    path === '/auth/providers' ? Response.json({ providers: [], mail }) : answer(),
  )
  Object.assign(page.window.location, { origin: 'https://nebelhorn.example' })
  const { LoginPanel } = await import('./login-panel.tsx')
  await page.show(createElement(LoginPanel), `/login?mode=signup${query}`)
  await page.send('form', nora)
  await page.wait(1_000)
  return page
}

test('S7.05 S4.01 signing up posts name, email, password, isPartner false and verificationUrl, and shows the message', async () => {
  const page = await signUp(() => Response.json({ message: success }))
  const [call] = page.callsTo('/auth/signup')
  expect(call?.init.method).toBe('POST')
  expect(call?.body).toEqual({
    ...nora,
    isPartner: false,
    verificationUrl: 'https://nebelhorn.example/verify-email',
  })
  expect(page.find('.form-success').textContent).toBe(success)
  expect(page.find('h1').textContent).toBe('Log in')
})

test('S7.05 S8.01 the plain-text error of a refused signup is shown unchanged', async () => {
  const page = await signUp(() => new Response('This address is taken.', { status: 409 }))
  expect(page.text()).toContain('This address is taken.')
})

test('the verification link of a signup leads back to the page where the reader wanted to comment', async () => {
  const page = await signUp(() => Response.json({ message: success }), { query: '&returnTo=%2Fseefunk%23comments' })
  expect(page.callsTo('/auth/signup')).toMatchObject([
    { body: { verificationUrl: 'https://nebelhorn.example/verify-email?returnTo=%2Fseefunk%23comments' } },
  ])
})

test.each([
  [true, 'We send a link to it.'],
  [false, 'This site cannot send mail by itself.'],
])('the signup form explains how the verification link arrives (the site can send mail: %s)', async (mail, text) => {
  const page = await signUp(() => new Response('This address is taken.', { status: 409 }), { mail })
  expect(page.text()).toContain(text)
  expect(page.text().includes('Its author sees your signup')).toBe(!mail)
})
