import { expect, test, vi } from 'vitest'
import { VERSION_HEADER } from '#contract/service-worker.ts'

// The tests of one process share the loaded modules, so this build is the same in all tests of the cache.
vi.stubGlobal('BUILT_SITE', { version: 'one', shell: [], pages: { '/boje': [] } })
const { cachePage } = await import('./site-cache.ts')

/** Caches a page with this HTML, and returns the paths of the copies. The server has the files of the HTML only. */
async function listCopies(html: string): Promise<string[]> {
  const copies = new Map<string, Response>()
  const cache = { put: async (path: string, copy: Response) => copies.set(path, copy), keys: async () => [] }
  vi.stubGlobal('caches', { match: async () => undefined, open: async () => cache, keys: async () => [] })
  const files = decodeURI(html).split(/[" ]/)
  vi.stubGlobal('fetch', async (path: string) => {
    const isKnown = path === '/boje' || files.includes(decodeURI(path))
    return new Response(html, { status: isKnown ? 200 : 404, headers: { [VERSION_HEADER]: 'one' } })
  })
  await cachePage('/boje')
  return [...copies.keys()]
}

test('a page is cached with a picture whose name has letters of other scripts', async () => {
  const html = '<img src="/assets/Größe-料理-abcd1234.avif" alt="">'
  expect(await listCopies(html)).toEqual(['/assets/Größe-料理-abcd1234.avif', '/boje'])
})

test('a page with code of its own is cached with its percent-encoded pictures, each in one format', async () => {
  const html = `<source srcset="${encodeURI('/assets/Größe-abcd1234.avif')} 480w"><img src="/assets/Größe-efgh5678.jpg" alt="">`
  expect(await listCopies(html)).toEqual(['/assets/Größe-abcd1234.avif', '/boje'])
})

test('a page is cached although its text names files in the assets of other sites, or files that do not exist', async () => {
  const text = [
    '<a href="https://github.com/user-attachments/assets/1f0c7a52-3d1e-4a8e-9b60">A picture</a>',
    '<a href="https://other.example/assets/index-abcd1234.js">A script</a>',
    '<code>/assets/app.js</code>',
  ].join('')
  const html = `<link rel="stylesheet" href="/assets/index-abcd1234.css">${text}`
  expect(await listCopies(html)).toEqual(['/assets/index-abcd1234.css', '/boje'])
})
