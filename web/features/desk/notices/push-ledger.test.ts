import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { DeskPushMessage } from '#contract/push.ts'
import { buildDeskPushMessage } from '#contract/testing/sample-desk.ts'
import { installFakePage } from '../../../testing/render.ts'

const messageOf = (id: string, more: Partial<DeskPushMessage> = {}) =>
  buildDeskPushMessage({ id, title: `Message ${id}`, ...more })
const firstPage = [
  messageOf('1', { accepted: 0, failed: 2, expired: 1, lastError: 'The push service answered 413.' }),
  messageOf('2', { topic: 'test', waiting: 3, accepted: 0 }),
  messageOf('3', { accepted: 0 }),
]

test('each push message shows its delivery and the error of the push service, and more messages can be fetched', async () => {
  const page = installFakePage(({ path }) => {
    const isFirst = path === '/api/desk/push'
    if (!isFirst) expect(path).toBe('/api/desk/push?cursor=more')
    return Response.json({
      messages: isFirst ? firstPage : [messageOf('4')],
      next: isFirst ? 'more' : null,
      totals: { waiting: 3, accepted: 1204, failed: 2, expired: 1 },
      devices: { web: 310, android: 12, ios: 4 },
      firebase: true,
    })
  })
  page.stored.set('accessToken', 'access 1')
  const { Screen } = await import('./push-ledger.tsx')
  await page.show(createElement(Screen))
  const rows = () => page.findAll('.plain-row').map(({ textContent }) => textContent)
  await page.until(() => expect(rows()).toHaveLength(3))
  expect(rows()).toEqual([
    expect.stringMatching(/2 failed.*1 expired.*The push service answered 413\..*Reply/),
    expect.stringMatching(/3 waiting.*Test/),
    expect.stringContaining('to no device'),
  ])
  expect(page.text()).toContain('Firebase is set up: the app on phones gets messages too.')
  await page.click('Show more')
  await page.until(() => expect(rows()).toHaveLength(4))
  expect(page.text()).not.toContain('Show more')
})

test('on a new site, the push page shows no messages, no devices and that Firebase is not set up', async () => {
  const nothing = { waiting: 0, accepted: 0, failed: 0, expired: 0 }
  const devices = { web: 0, android: 0, ios: 0 }
  const page = installFakePage(() =>
    Response.json({ messages: [], next: null, totals: nothing, devices, firebase: false }),
  )
  page.stored.set('accessToken', 'access 1')
  const { Screen } = await import('./push-ledger.tsx')
  await page.show(createElement(Screen))
  await page.until(() => expect(page.text()).toContain('Nothing has been sent yet.'))
  expect(page.text()).toContain('Firebase is not set up')
  expect(page.findAll('dd').map(({ textContent }) => textContent)).toEqual(Array(7).fill('0'))
})
