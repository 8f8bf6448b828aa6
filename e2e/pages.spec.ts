import { placeholders } from './paths.ts'
import { expect, test } from './test.ts'

// What a visitor reads must be there without scripts.
test.use({ javaScriptEnabled: false })

test('S2.01 Home has a hero and five sections that lead to the five places', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fast marbles, small games, home servers')
  const links = await page
    .locator('main section:not(#comments) a[href^="/"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(links).toEqual(['/speed-running', '/hobohat-games', '/pc-build', '/personal-projects', '/about-me'])
  await expect(page).toHaveTitle('Home - Hobohat')
})

test('S2.02 /speed-running is an article with a work-in-progress banner', async ({ page }) => {
  await page.goto('/speed-running')
  await expect(page.getByText('Work in progress')).toBeVisible()
  expect(((await page.locator('.prose').textContent()) ?? '').split(/\s+/).length).toBeGreaterThan(300)
})

test('S2.03 /marble-blast-ultra is an article', async ({ page }) => {
  await page.goto('/marble-blast-ultra')
  await expect(page.locator('.prose')).toContainText('finish pad')
  expect(((await page.locator('.prose').textContent()) ?? '').split(/\s+/).length).toBeGreaterThan(300)
})

test('S2.04 /hobohat-games tells of the game studio', async ({ page }) => {
  await page.goto('/hobohat-games')
  await expect(page.locator('.prose')).toContainText('Hobohat Games is the name I make games under')
})

for (const path of placeholders) {
  test(`S2.05 ${path} is an honest placeholder that leads on`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.article-header svg')).toBeVisible()
    expect(
      ((await page.locator('.prose').textContent()) ?? '').split(/[.!]\s|[.!]$/).filter(Boolean).length,
    ).toBeLessThanOrEqual(3)
    expect(await page.getByRole('navigation', { name: 'Where to go next' }).getByRole('link').count()).toBeGreaterThan(
      0,
    )
  })
}

test('S2.06 /pc-build shows 13 component and spec pairs under the default title, then prose', async ({ page }) => {
  await page.goto('/pc-build')
  const grid = page.getByRole('region', { name: 'PC Build Specs' })
  await expect(grid.locator('dt')).toHaveCount(13)
  await expect(grid.locator('dd')).toHaveCount(13)
  for (const heading of ['What it is for', 'Why these parts'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
})

test('S2.07 /automatic-plex-torrenting shows 8 software items, the set-up and three pictures', async ({ page }) => {
  await page.goto('/automatic-plex-torrenting')
  const grid = page.getByRole('region', { name: 'Software' })
  await expect(grid.locator('dt')).toHaveCount(8)
  await expect(page.getByRole('heading', { name: 'Joining the pieces' })).toBeVisible()
  const pictures = page.locator('.prose figure img')
  await expect(pictures).toHaveCount(3)
  for (const picture of await pictures.all()) {
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(60)
    expect(Number(await picture.getAttribute('width'))).toBeGreaterThan(1000)
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/)
  }
})

test('S2.08 /about-me has a placeholder skills grid and a placeholder paragraph', async ({ page }) => {
  await page.goto('/about-me')
  await expect(page.locator('.skill-grid li')).toHaveCount(6)
  await expect(page.locator('.prose')).toContainText('This paragraph is a placeholder too')
})

test('S2.10 /cloudflare gives its tips, its warning and the way to the DNS page', async ({ page }) => {
  await page.goto('/cloudflare')
  for (const heading of ['Free SSL', 'Page rules and Cache Everything', 'China']) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  await expect(page.locator('pre', { hasText: 'Cache Everything' })).toBeVisible()
  await expect(page.locator('.prose')).toContainText('Cloudflare caches by file extension: styles, scripts')
  await expect(page.getByRole('note', { name: 'Warning' }).filter({ hasText: 'mainland China' })).toBeVisible()
  await expect(page.locator('.prose').getByRole('link', { name: 'Auto Update Cloudflare DNS' })).toHaveAttribute(
    'href',
    '/auto-update-cloudflare-dns',
  )
})

test('S2.11 /visual-studio-beginner-tricks has shortcuts of four kinds and the property tip; its description is empty', async ({
  page,
}) => {
  await page.goto('/visual-studio-beginner-tricks')
  for (const heading of [
    'Finding your way',
    'Changing code safely',
    'Debugging',
    'Commenting',
    'Let it write the property',
  ]) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  expect(await page.locator('kbd').count()).toBeGreaterThan(50)
  await expect(page.locator('.prose')).toContainText('Generate property')
})

test('S2.12 /auto-update-cloudflare-dns has the script with a copy button and the task scheduler steps', async ({
  browser,
  baseURL,
}) => {
  // With scripts: without them the copy button could do nothing and is not shown.
  const page = await browser.newPage({ javaScriptEnabled: true })
  await page.goto(`${baseURL}/auto-update-cloudflare-dns`)
  const script = page.locator('.code-block', { hasText: 'type=A&name=$name' })
  await expect(script.getByRole('button', { name: 'Copy' })).toBeVisible()
  const steps = page.locator('ol', { hasText: 'Task Scheduler' }).getByRole('listitem')
  expect(await steps.count()).toBeGreaterThanOrEqual(5)
  await page.close()
})

test('S2.13 /verify-email is there for the link of a verification mail and says that it needs scripts', async ({
  page,
}) => {
  await page.goto('/verify-email#token=anything')
  await expect(page).toHaveTitle('Verify email - Hobohat')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
  expect(await page.locator('main noscript').innerHTML()).toContain('This needs scripts')
  await expect(page.getByRole('button', { name: 'Confirm my email address' })).toBeHidden()
})

test('S2.18 the external leaderboard site is linked from the menu and from the articles', async ({ page }) => {
  await page.goto('/marble-blast-ultra')
  const address = 'https://marbleleaderboards.example'
  await expect(page.locator('.prose').getByRole('link', { name: 'Marble Leaderboards' })).toHaveAttribute(
    'href',
    address,
  )
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Projects' }).click()
  await expect(page.locator('#menu').getByRole('link', { name: 'Marble Leaderboards' })).toHaveAttribute(
    'href',
    address,
  )
})

test('S9.06 the claims of the static text are there, each where it belongs', async ({ page }) => {
  const claims = {
    '/speed-running': ['23 first places', 'over 1 million gems', 'collected every hour'],
    '/marble-blast-ultra': ['23 first places', 'over 1 million gems', '20 multiplayer maps', 'collected every hour'],
    '/hobohat-games': ['over 1 million times', '100+ levels'],
  }
  for (const [path, texts] of Object.entries(claims)) {
    await page.goto(path)
    for (const text of texts) await expect(page.locator('.prose')).toContainText(text)
  }
})

test('S9.07 the facts of the articles are there', async ({ page }) => {
  const facts = {
    '/cloudflare': ['from 0.7 s to 0.14 s'],
    '/automatic-plex-torrenting': [
      'port 7878',
      'port 8989',
      'deleted 30 minutes after seeding',
      'every 1 minute',
      '10 GB of RAM and 10 CPU cores',
    ],
    '/auto-update-cloudflare-dns': [
      'dns_records',
      '?type=A&name=$name',
      'ttl     = 1',
      'proxied = $true',
      '$records/$($record.id)',
    ],
  }
  for (const [path, texts] of Object.entries(facts)) {
    await page.goto(path)
    for (const text of texts) await expect(page.locator('.prose')).toContainText(text)
  }
})

test('the address of a private page answers, and its words are nowhere in what is served', async ({ page }) => {
  await page.goto('/personal-projects-secure')
  await expect(page).toHaveTitle('Secure Projects - Hobohat')
  await expect(page.locator('.prose')).toBeEmpty()
})
