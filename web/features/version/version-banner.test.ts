import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordedCall } from '../../testing/browser.ts'
import { installFakePage } from '../../testing/render.ts'

const text = 'A new version of the site is available, please refresh.'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows the banner about a new version. A test can replace the server's response. */
async function banner() {
  const server = { answer: (): Response => Response.json({ version: 'one' }) }
  const page = installFakePage((call: RecordedCall) => {
    if (call.path !== '/api/version') throw new Error(`Nobody should ask for ${call.path}`)
    return server.answer()
  })
  const { VersionBanner } = await import('./version-banner.tsx')
  const { pollVersionWhileVisible, versionStore } = await import('./version-store.ts')
  await page.show(createElement(VersionBanner))
  await act(async () => pollVersionWhileVisible())
  return { page, server, versionStore, asked: () => page.calls.length }
}

test('S7.10 the version is fetched without the cache', async () => {
  const { page } = await banner()
  expect(page.calls).toMatchObject([{ path: '/api/version', init: { cache: 'no-store' } }])
})

test('S9.01 the version is fetched on load and then every 30 seconds', async () => {
  const { page, asked } = await banner()
  expect(asked()).toBe(1)
  await page.wait(29_999)
  expect(asked()).toBe(1)
  await page.wait(1)
  expect(asked()).toBe(2)
  await page.wait(30_000)
  expect(asked()).toBe(3)
})

test('S9.01 a hidden tab does not fetch the version', async () => {
  const { page, asked } = await banner()
  page.setHidden(true)
  await page.wait(120_000)
  expect(asked()).toBe(1)
  page.setHidden(false)
  await page.wait(30_000)
  expect(asked()).toBe(2)
})

test('S2.50 S4.06 S4.07 the first version is stored, a different version shows the banner, and the banner stays when the first version returns', async () => {
  const { page, server, versionStore } = await banner()
  await page.wait(30_000)
  expect(page.text()).toBe('')
  server.answer = () => Response.json({ version: 'two' })
  await page.wait(30_000)
  expect(page.text()).toBe(`${text}Refresh`)
  expect(versionStore.getState()).toMatchObject({ first: 'one', latest: 'two' })
  server.answer = () => Response.json({ version: 'one' })
  await page.wait(30_000)
  expect(page.text()).toBe(`${text}Refresh`)
})

test('S2.50 the banner about a new version waits while the reader has unsaved text', async () => {
  const { page, server } = await banner()
  const { blockAutomaticReload, unblockAutomaticReload } = await import('../../forms/automatic-reload.ts')
  await act(async () => blockAutomaticReload('comment'))
  server.answer = () => Response.json({ version: 'two' })
  await page.wait(30_000)
  expect(page.text()).toBe('')
  await act(async () => unblockAutomaticReload('comment'))
  await page.wait(0)
  expect(page.text()).toBe(`${text}Refresh`)
})

test('a dismissed banner does not return for the same version, and a later version shows it again', async () => {
  const { page, server } = await banner()
  server.answer = () => Response.json({ version: 'two' })
  await page.wait(30_000)
  await page.fire(page.find('[aria-label="Not now"]'), 'click')
  expect(page.text()).toBe('')
  await page.wait(30_000)
  expect(page.text()).toBe('')
  server.answer = () => Response.json({ version: 'three' })
  await page.wait(30_000)
  expect(page.text()).toBe(`${text}Refresh`)
})

test('S2.50 the banner’s Refresh button loads the page again', async () => {
  const { page, server } = await banner()
  const reload = vi.fn()
  Object.assign(page.window.location, { reload })
  server.answer = () => Response.json({ version: 'two' })
  await page.wait(30_000)
  await page.click('Refresh')
  expect(reload).toHaveBeenCalledOnce()
})

test('the banner offers a new page instead of the new version, waits while the reader has unsaved text, and can be closed', async () => {
  const { page, server } = await banner()
  const { blockAutomaticReload, unblockAutomaticReload } = await import('../../forms/automatic-reload.ts')
  await act(async () => blockAutomaticReload('comment'))
  server.answer = () => Response.json({ version: 'two', newPage: { title: 'All of hats', path: '/hats' } })
  await page.wait(30_000)
  expect(page.text()).toBe('')
  await act(async () => unblockAutomaticReload('comment'))
  await page.wait(0)
  expect(page.text()).toBe('There is a new page: All of hatsRead it')
  expect(page.find('a', 'Read it').getAttribute('href')).toBe('/hats')
  await page.fire(page.find('[aria-label="Not now"]'), 'click')
  expect(page.text()).toBe('')
})

test('a later version does not offer a page that was already new when this page was loaded', async () => {
  const { page, server, versionStore } = await banner()
  await act(async () => versionStore.getState().versionSeen('one', { title: 'All of hats', path: '/hats' }))
  server.answer = () => Response.json({ version: 'two' })
  await page.wait(30_000)
  expect(page.text()).toBe(`${text}Refresh`)
})

test.each([
  ['an error', () => Response.json({ version: 'two' }, { status: 500 })],
  ['an answer without a version', () => Response.json({})],
  ['an answer that is no JSON', () => new Response('<html>')],
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])(
  'S8.06 a version check that ends with %s is ignored without a message, and the next check is used',
  async (_, fails) => {
    const said = (['error', 'warn', 'info', 'log'] as const).map((level) => vi.spyOn(console, level))
    const { page, server } = await banner()
    server.answer = fails
    await page.wait(30_000)
    expect(page.text()).toBe('')
    for (const level of said) expect(level).not.toHaveBeenCalled()
    server.answer = () => Response.json({ version: 'two' })
    await page.wait(30_000)
    expect(page.text()).toContain(text)
  },
)
