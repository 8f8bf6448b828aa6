import { expect, test, vi } from 'vitest'
import { toCacheName, VERSION_HEADER } from '#contract/service-worker.ts'

// The tests of one process share the loaded modules, so this build is the same in all tests of the cache.
vi.stubGlobal('BUILT_SITE', { version: 'one', shell: [], pages: { '/boje': [] } })
const { cachePage, cacheSite } = await import('./site-cache.ts')

const SEARCH_INDEX = '/search-index.json'

/**
 * Stubs the cache, and a server that has the page `/boje` with this HTML, the files of the HTML and the search index.
 * @param refused the path of the copy that the full storage refuses
 * @param visited the pages that an earlier version has cached
 */
function stubSite(html: string, { refused = '', visited = [] as string[] } = {}): Map<string, Response> {
  const copies = new Map<string, Response>()
  const put = async (path: string, copy: Response) => {
    if (path === refused) throw new DOMException('', 'QuotaExceededError')
    copies.set(path, copy)
  }
  const requests = visited.map((path) => ({ url: `https://nebelhorn.example${path}` }))
  const caches = new Map([[toCacheName('zero'), { put, keys: async () => requests }]])
  vi.stubGlobal('caches', {
    match: async () => undefined,
    open: async (name: string) => caches.get(name) ?? { put, keys: async () => [] },
    keys: async () => [...caches.keys()],
    delete: async (name: string) => name === toCacheName('one') && copies.clear(),
  })
  const files = decodeURI(html).split(/[" ()]/)
  vi.stubGlobal('fetch', async (path: string) => {
    const isKnown = path === '/boje' || path === SEARCH_INDEX || files.includes(decodeURI(path))
    return new Response(html, { status: isKnown ? 200 : 404, headers: { [VERSION_HEADER]: 'one' } })
  })
  return copies
}

/** Caches a page with this HTML, and returns the paths of the copies. */
async function listCopies(html: string): Promise<string[]> {
  const copies = stubSite(html)
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

const stylesheet = '/assets/index-abcd1234.css'
const styledPage = `<link rel="stylesheet" href="${stylesheet}">`

test('a page is not cached when the storage is full before all its files are cached', async () => {
  const copies = stubSite(styledPage, { refused: stylesheet })
  await expect(cachePage('/boje')).rejects.toThrow(DOMException)
  expect([...copies.keys()]).toEqual([])
})

test('a worker is installed without a cached site when the storage is full', async () => {
  const copies = stubSite(styledPage, { refused: SEARCH_INDEX, visited: ['/boje'] })
  copies.set('/assets/shell-abcd1234.js', new Response())
  await cacheSite()
  expect([...copies.keys()]).toEqual([])
})

test('a worker keeps the cached site when the storage has no room for a page that an earlier version has cached', async () => {
  const copies = stubSite(styledPage, { refused: stylesheet, visited: ['/boje'] })
  await cacheSite()
  expect([...copies.keys()]).toEqual([SEARCH_INDEX])
})

test('a worker is not installed when a file of the site is missing', async () => {
  stubSite(`${styledPage} `)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await expect(cacheSite()).rejects.toThrow('offline')
})

test('a page is cached although its text names built files that the site does not have', async () => {
  const text =
    '<p title="/assets/app.js">Vite wrote <code>/assets/index-wxyz9876.js</code> and /assets/a-wxyz9876.css.</p>'
  const other = '<a href="https://other.example/-/assets/index-wxyz9876.js">A script</a>'
  const style = '<style>@font-face{src:url(/assets/boje-abcd1234.woff2) }</style>'
  const fonts = '<html data-fonts="/assets/a-abcd1234.woff2 /assets/b-abcd1234.woff2">'
  expect(await listCopies(fonts + style + text + other)).toEqual([
    '/assets/a-abcd1234.woff2',
    '/assets/b-abcd1234.woff2',
    '/assets/boje-abcd1234.woff2',
    '/boje',
  ])
})
