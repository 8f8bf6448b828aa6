import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakePage } from './testing/render.ts'

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

interface Circumstances {
  /** The round trip in milliseconds that the browser estimates; undefined where it tells no estimate. */
  rtt?: number
  isControlled?: boolean
  isApp?: boolean
}

test.each<[string, Circumstances, { preloads: string[]; style: string | null }]>([
  ['without an estimate, preloads the fonts', {}, { preloads: ['/a.woff2', '/b.woff2'], style: null }],
  ['on a fast network, preloads the fonts', { rtt: 149 }, { preloads: ['/a.woff2', '/b.woff2'], style: null }],
  [
    'on a slow network, uses the fallback fonts',
    { rtt: 150 },
    { preloads: [], style: '--reading: var(--reading-fallback); --display: var(--display-fallback);' },
  ],
  [
    'on a slow network, preloads the fonts from the service worker',
    { rtt: 150, isControlled: true },
    { preloads: ['/a.woff2', '/b.woff2'], style: null },
  ],
  [
    'on a slow network, preloads the fonts of the app',
    { rtt: 150, isApp: true },
    { preloads: ['/a.woff2', '/b.woff2'], style: null },
  ],
])('%s', async (_, { rtt, isControlled = false, isApp = false }, expected) => {
  const { document } = installFakePage(() => Response.json({}))
  vi.stubGlobal('navigator', {
    ...(rtt === undefined ? {} : { connection: { rtt } }),
    serviceWorker: { controller: isControlled ? {} : null },
  })
  if (isApp) vi.stubGlobal('Capacitor', { isNativePlatform: () => true, getPlatform: () => 'android' })
  document.head.innerHTML = '<meta name="fonts" content="/a.woff2 /b.woff2">'
  await import('./inline-script.ts')
  const links = [...document.head.querySelectorAll('link[rel=preload][as=font]')]
  expect({
    preloads: links.map((link) => link.getAttribute('href')),
    style: document.documentElement.getAttribute('style'),
  }).toEqual(expected)
})
