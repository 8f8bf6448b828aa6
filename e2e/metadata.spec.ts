import { site } from '../site.config.ts'
import { paths } from './paths.ts'
import { expect, open, test } from './test.ts'

const defaultDescription = site.description
const screens = {
  '/login': 'Log in',
  '/verify-email': 'Verify email',
  '/reset-password': 'Reset password',
  '/welcome': 'Welcome',
}

for (const path of paths) {
  test(`S2.14 S2.15 ${path} has its own title, a description, canonical link and Open Graph tags in its HTML`, async ({
    request,
  }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(200)
    const html = await response.text()
    const one = (pattern: RegExp) => {
      const all = [...html.matchAll(pattern)].map(([, value]) => value ?? '')
      expect(all, String(pattern)).toHaveLength(1)
      return all[0] ?? ''
    }
    expect(one(/<title data-head>([^<]+)<\/title>/g)).toMatch(/^.+ - Hobohat$/)
    const description = one(/<meta name="description" content="([^"]*)"/g)
    expect(description.length).toBeGreaterThan(20)
    expect(one(/<link rel="canonical" href="([^"]+)"/g)).toBe(site.origin + path)
    expect(one(/<meta property="og:url" content="([^"]+)"/g)).toBe(site.origin + path)
    expect(one(/<meta property="og:description" content="([^"]*)"/g)).toBe(description)
    const data = JSON.parse(one(/<script type="application\/ld\+json" data-head>(.*?)<\/script>/gs))
    expect(data['@context']).toBe('https://schema.org')
    const picture = await request.get(one(/<meta property="og:image" content="([^"]+)"/g).replace(site.origin, ''))
    expect(picture.headers()['content-type']).toBe('image/png')
    expect(picture.headers()['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await picture.body()).readUInt32BE(16)).toBe(1200)
  })
}

for (const path of ['/visual-studio-beginner-tricks', '/auto-update-cloudflare-dns']) {
  test(`S2.11 S2.12 ${path} has an empty description of its own, so the default stands in`, async ({ request }) => {
    expect(await (await request.get(path)).text()).toContain(`<meta name="description" content="${defaultDescription}"`)
  })
}

test('S2.15 a navigation sets title, description, Open Graph tags and canonical link', async ({ page }) => {
  await open(page, '/cloudflare')
  const own = await page.locator('meta[name=description]').getAttribute('content')
  expect(own).not.toBe(defaultDescription)
  await page.locator('.prose').getByRole('link', { name: 'Auto Update Cloudflare DNS' }).click()
  await expect(page).toHaveTitle('Auto Update Cloudflare DNS - Hobohat')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', defaultDescription)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.origin}/auto-update-cloudflare-dns`)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Auto Update Cloudflare DNS')
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute(
    'content',
    `${site.origin}/auto-update-cloudflare-dns`,
  )
  await page.goBack()
  await expect(page).toHaveTitle('Cloudflare - Hobohat')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', own ?? '')
  await page.getByRole('link', { name: 'Hobohat' }).first().click()
  await expect(page).toHaveTitle('Home - Hobohat')
})

test('the screens of accounts have a title, are left out by search engines, and have the picture of Home', async ({
  request,
}) => {
  for (const [path, title] of Object.entries(screens)) {
    const html = await (await request.get(path)).text()
    expect(html).toContain(`<title data-head>${title} - Hobohat</title>`)
    expect(html).toContain('<meta name="robots" content="noindex" data-head>')
    expect(html).toContain(`content="${site.origin}/og/home.png"`)
    expect(html).not.toContain('application/ld+json')
  }
})

test('every page is a complete, valid-looking document: one h1, a language, no inline style, no inline handler', async ({
  request,
}) => {
  for (const path of [...paths, ...Object.keys(screens), '/not-a-page']) {
    const html = await (await request.get(path)).text()
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1)
    expect(html).toContain('<html lang="en"')
    const body = html.slice(html.indexOf('<body'))
    expect(body.match(/<[^>]+\sstyle=/g), path).toBeNull()
    expect(body.match(/<[^>]+\son[a-z]+=/g), path).toBeNull()
    expect(body.match(/<script(?! type="application\/ld\+json")[^>]*>[^<]/g), path).toBeNull()
  }
})

test('sitemap, robots.txt, feeds and web manifest tell of every public page and nothing private', async ({
  request,
}) => {
  const text = async (path: string) => (await request.get(path)).text()
  const sitemap = [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) =>
    url?.replace(site.origin, ''),
  )
  const hidden = ['/personal-projects-secure']
  expect(sitemap.toSorted()).toEqual(paths.filter((path) => !hidden.includes(path)).toSorted())
  expect(await text('/robots.txt')).toContain(`Sitemap: ${site.origin}/sitemap.xml`)

  const json = JSON.parse(await text('/feed.json'))
  expect(json.version).toContain('https://jsonfeed.org/version/1')
  const articles = json.items.map((item: { url: string }) => item.url.replace(site.origin, ''))
  expect(articles).toContain('/cloudflare')
  expect(articles).not.toContain('/iclone')
  for (const [path, item] of [
    ['/feed.xml', /<item>/g],
    ['/atom.xml', /<entry>/g],
  ] as const) {
    const feed = await text(path)
    expect(feed.match(item)).toHaveLength(articles.length)
    expect(feed).not.toContain('secure')
  }
  const cloudflare = json.items.find((item: { url: string }) => item.url.endsWith('/cloudflare'))
  expect(cloudflare.content_html).toContain('from 0.7 s to 0.14 s')
  expect(cloudflare.content_html).toContain(`href="${site.origin}/auto-update-cloudflare-dns"`)

  const manifest = JSON.parse(await text('/manifest.webmanifest'))
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.status(), src).toBe(200)
    if (sizes !== 'any')
      expect(`${(await icon.body()).readUInt32BE(16)}x${(await icon.body()).readUInt32BE(20)}`).toBe(sizes)
  }
  for (const [path, type] of [
    ['/favicon.ico', 'image/'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    expect((await request.get(path)).headers()['content-type']).toContain(type)
  }
})

test('every page links its feeds, icons and manifest', async ({ request }) => {
  const html = await (await request.get('/pc-build')).text()
  for (const link of [
    'rel="alternate" type="application/rss+xml"',
    'rel="alternate" type="application/atom+xml"',
    'rel="alternate" type="application/feed+json"',
    'rel="manifest" href="/manifest.webmanifest"',
    'rel="icon" href="/favicon.svg"',
    'rel="apple-touch-icon" href="/apple-touch-icon.png"',
  ]) {
    expect(html).toContain(link)
  }
})
