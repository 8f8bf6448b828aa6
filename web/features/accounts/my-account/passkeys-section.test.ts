import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScreen } from '../../../testing/page-actions.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => vi.doUnmock('@simplewebauthn/browser'))

test('a passkey is listed when the reply to its addition was lost', async () => {
  vi.doMock('@simplewebauthn/browser', () => ({ startRegistration: async () => ({ id: 'a' }) }))
  const passkeys: object[] = []
  const { page, press, says } = await openScreen(
    ({ path, init }) => {
      if (path.endsWith('/options')) return Response.json({ challenge: 'a' })
      if (init.method === 'GET') return Response.json({ passkeys })
      passkeys.push({ id: '1', name: 'Chrome on Windows', isSynced: true, createdAt: 1, lastUsedAt: null })
      throw new TypeError('Failed to fetch')
    },
    async () => {
      Object.assign(window, { isSecureContext: true, PublicKeyCredential: {} })
      Object.assign(window.location, { hostname: 'nebelhorn.example' })
      return createElement((await import('./passkeys-section.tsx')).PasskeysSection)
    },
    '/account',
  )
  await says('You have none yet.')
  await press('Add a passkey')
  await says('The site cannot be reached.')
  await says('Chrome on Windows')
  expect(page.text()).not.toContain('You have none yet.')
})

test('the buttons of each passkey are named after it', async () => {
  const passkeys = ['Phone', 'Laptop'].map((name) => ({
    id: name,
    name,
    isSynced: true,
    createdAt: 1,
    lastUsedAt: null,
  }))
  const { texts, says } = await openScreen(
    () => Response.json({ passkeys }),
    async () => createElement((await import('./passkeys-section.tsx')).PasskeysSection),
    '/account',
  )
  await says('Laptop')
  expect(texts('.account-passkeys button')).toEqual([
    'Rename the passkey Phone',
    'Remove the passkey Phone',
    'Rename the passkey Laptop',
    'Remove the passkey Laptop',
  ])
})
