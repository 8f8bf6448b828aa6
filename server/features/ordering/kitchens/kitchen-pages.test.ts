import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { readBuildOutput } from '../../../http/build-output.ts'
import { writeTemporaryFixture } from '../../../testing/fixture-build.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { createTestSite } from '../../../testing/site.ts'

const document = `<!doctype html>
<html lang="en" data-app="now">
<head>
<title data-head>Menu - Nebelhorn</title>
<meta name="robots" content="noindex" data-head>
<style>body{}</style>
</head>
<body>
<div id="root"><p>Loading the menu …</p></div>
</body>
</html>
`

/**
 * The code of a renderer. Its pages contain the names of kitchens, the time, and the number of rendered pages. It
 * throws for a kitchen with the name "Broken".
 */
const renderer = `
let count = 0
const load = async () => {}
const page = (name, now) => ({ html: '<h1>' + name + '</h1><i>' + ++count + '</i><b>' + now + '</b>', head: '<title data-head>' + name + '</title>', first: { now, query: '</script>', data: null } })
const renderKitchens = (kitchens, now) => page(kitchens.map(({ name }) => name).join(), now)
const renderMenu = ({ terms }, now) => {
  if (terms.name === 'Broken') throw new Error('no such dish')
  return page(terms.name + ' $& ' + terms.pausedUntil, now)
}
export const kitchenPageRenderer = { load, renderKitchens, renderMenu }
`

/** Creates a site with a renderer, and with a build that contains the unrendered documents. */
async function createSiteWithPages() {
  const dir = join(writeTemporaryFixture(), 'dist')
  mkdirSync(join(dir, 'web/order'))
  mkdirSync(join(dir, 'renderer'))
  writeFileSync(join(dir, 'web/order.html'), document)
  writeFileSync(join(dir, 'web/order/_slug.html'), document)
  writeFileSync(join(dir, 'renderer/served-pages.js'), renderer)
  const site = await createTestSite({ build: readBuildOutput(dir) })
  const get = (url: string, headers = {}) => site.app.inject({ url, headers })
  return { ...site, dir, get }
}

afterEach(() => vi.useRealTimers())

test('the list of kitchens and a menu are served as rendered HTML documents, and the menu has its own title', async () => {
  const site = await createSiteWithPages()
  const { slug } = await createKitchen(site, { name: 'Bagel bar' })
  vi.useFakeTimers({ now: 1_795_000_000_000, toFake: ['Date'] })
  expect((await site.get('/order')).body).toContain('<h1>Bagel bar</h1>')
  const menu = await site.get(`/order/${slug}`)
  expect(menu.statusCode).toBe(200)
  expect(menu.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  expect(menu.body).toBe(`<!doctype html>
<html lang="en" data-app="input">
<head>
<title data-head>Bagel bar $& null</title>
<style>body{}</style>
</head>
<body>
<div id="root"><h1>Bagel bar $& null</h1><i>2</i><b>1795000000000</b></div>
<script type="application/json" id="first-data">{"now":1795000000000,"query":"\\u003c/script>","data":null}</script>
</body>
</html>
`)
  const compressed = await site.get(`/order/${slug}`, { 'accept-encoding': 'br' })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(menu.body)
  const again = await site.get(`/order/${slug}`, { 'if-none-match': String(menu.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('a rendered page is reused until a kitchen changes, and for at most one minute', async () => {
  vi.useFakeTimers({ now: 1_795_000_020_000, toFake: ['Date'] })
  const site = await createSiteWithPages()
  const { slug, kitchenId, owner } = await createKitchen(site)
  const rendering = async () => (await site.get(`/order/${slug}`)).body.match(/<i>(\d+)/)?.[1]
  expect([await rendering(), await rendering()]).toEqual(['1', '1'])
  const until = Date.now() + 10 * MINUTE_MS
  await site.call('PUT', `/api/kitchen/${kitchenId}/pause`, { token: owner.token, body: { until } })
  const { body } = await site.get(`/order/${slug}`)
  expect(body).toContain(String(until))
  expect(await rendering()).toBe('2')
  vi.setSystemTime(Date.now() + MINUTE_MS)
  expect(await rendering()).toBe('3')
})

test('the unrendered document of the build is served for an unknown or hidden kitchen, and for a page that cannot be rendered', async () => {
  const site = await createSiteWithPages()
  const hidden = await createKitchen(site, { status: 'pending' })
  const broken = await createKitchen(site, { name: 'Broken' })
  for (const slug of ['nothing', '%00', hidden.slug, broken.slug]) {
    const answer = await site.get(`/order/${slug}`)
    expect([answer.statusCode, answer.body]).toEqual([200, document])
  }
  await site.db.updateTable('vendors').set({ name: 'Whole' }).where('id', '=', broken.kitchenId).execute()
  expect((await site.get(`/order/${broken.slug}`)).body).toContain('Whole')
})

test('a running server still serves the unrendered document of its own build after a newer build has replaced the files', async () => {
  const site = await createSiteWithPages()
  await createKitchen(site)
  const newer = { version: 'newer', csp: { scripts: [], styles: [] }, pages: [] }
  writeFileSync(join(site.dir, 'build.json'), JSON.stringify(newer))
  expect((await site.get('/order')).body).toBe(document)
  rmSync(join(site.dir, 'renderer'), { recursive: true })
  expect((await site.get('/order')).body).toBe(document)
})

test('the sitemap names every active kitchen, and no suspended kitchen', async () => {
  const site = await createSiteWithPages()
  const { slug } = await createKitchen(site)
  const hidden = await createKitchen(site, { status: 'suspended' })
  const { body, headers } = await site.get('/sitemap-kitchens.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(body.match(/<loc>.*?<\/loc>/g)).toEqual([
    expect.stringMatching(/\/order<\/loc>$/),
    `<loc>https://site.test/order/${slug}</loc>`,
  ])
  expect(body).not.toContain(hidden.slug)
})
