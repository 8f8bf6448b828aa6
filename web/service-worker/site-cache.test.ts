import { expect, test, vi } from 'vitest'
import { VERSION_HEADER } from '#contract/service-worker.ts'

vi.stubGlobal('BUILT_SITE', { version: 'one', shell: [], pages: { '/boje': [] } })
const { cachePage } = await import('./site-cache.ts')

test('a page is cached with a picture whose name has letters of other scripts', async () => {
  const copies = new Map<string, Response>()
  const cache = { put: async (path: string, copy: Response) => copies.set(path, copy), keys: async () => [] }
  vi.stubGlobal('caches', { match: async () => undefined, open: async () => cache, keys: async () => [] })
  const html = '<img src="/assets/Größe-料理-abcd1234.avif" alt="">'
  vi.stubGlobal('fetch', async (path: string) => {
    const isKnown = path === '/boje' || html.includes(`"${path}"`)
    return new Response(html, { status: isKnown ? 200 : 404, headers: { [VERSION_HEADER]: 'one' } })
  })
  await cachePage('/boje')
  expect([...copies.keys()]).toEqual(['/assets/Größe-料理-abcd1234.avif', '/boje'])
})
