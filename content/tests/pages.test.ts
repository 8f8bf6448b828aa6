import { expect, test } from 'vitest'
import { site } from '#site'
import { PrerenderedTestPage } from '../../build/prerendered-test-page.ts'
import { buildHeadElements } from '../../web/kit/head.ts'
import { listSitePages } from '../../web/prerender.tsx'

const pages = await listSitePages()

const articles = pages.filter(({ screen }) => !screen)

const head = (page: PrerenderedTestPage) =>
  Object.fromEntries(
    buildHeadElements(page.page).map(({ tag, attributes = {}, text }) => [
      attributes.name ?? tag,
      attributes.content ?? text,
    ]),
  )

test('a description of a page has more than 20 characters', () => {
  const described = articles.filter(({ description }) => description !== '')
  expect(described.length).toBeGreaterThan(5)
  for (const { path, description } of described) expect(description.length, path).toBeGreaterThan(20)
})

test('S2.01 Home is named Home and has a hero and five sections that link to five pages', async () => {
  const home = await PrerenderedTestPage.at('/')
  expect(home.page.title).toBe('Home')
  expect(home.texts('h1')).toEqual(['Fast marbles, small games, home servers'])
  expect(home.all('.hero')).toHaveLength(1)
  expect(home.values('section.stage .stage-link', 'href')).toEqual([
    '/speed-running',
    '/hobohat-games',
    '/pc-build',
    '/personal-projects',
    '/about-me',
  ])
})

test('S2.02 only /speed-running is marked as work in progress', async () => {
  expect(articles.filter(({ wip }) => wip).map(({ path }) => path)).toEqual(['/speed-running'])
  expect((await PrerenderedTestPage.at('/speed-running')).texts('.wip-banner')[0]).toContain('Work in progress')
})

test.each([
  ['S2.02', '/speed-running'],
  ['S2.03', '/marble-blast-ultra'],
])('%s the page %s is an article, not a placeholder', async (_, path) => {
  const { page, prose } = await PrerenderedTestPage.at(path)
  expect(page.placeholder).toBeUndefined()
  expect(prose.split(' ').length).toBeGreaterThan(300)
})

test('S2.04 /hobohat-games describes the studio and links to its four games', async () => {
  const page = await PrerenderedTestPage.at('/hobohat-games')
  expect(page.prose).toContain('Hobohat Games is the name I make games under')
  expect(page.values('.prose li a', 'href')).toEqual(['/iclone', '/ninja-legend', '/phase-shift', '/lets-be-friends'])
})

const placeholders = [
  '/controller-modding',
  '/getting-into-programming',
  '/iclone',
  '/lets-be-friends',
  '/ninja-legend',
  '/other-games',
  '/personal-projects',
  '/phase-shift',
]

test('S2.05 exactly eight pages are placeholders', () => {
  const found = articles.filter(({ placeholder }) => placeholder).map(({ path }) => path)
  expect(found.sort()).toEqual(placeholders)
})

test.each(placeholders)(
  'S2.05 the placeholder page %s has at most three sentences and links to other pages',
  async (path) => {
    const page = await PrerenderedTestPage.at(path)
    expect(page.prose.split(/[.!]\s|[.!]$/).filter(Boolean).length).toBeLessThanOrEqual(3)
    expect(page.all('nav[aria-label="Where to go next"] a').length).toBeGreaterThan(0)
  },
)

test('S2.06 /pc-build has 13 parts under the default title, then text about the build and its use', async () => {
  const page = await PrerenderedTestPage.at('/pc-build')
  expect(page.texts('.prose h2').slice(0, 3)).toEqual(['PC Build Specs', 'What it is for', 'Why these parts'])
  expect(page.all('.prose dt')).toHaveLength(13)
  expect(page.all('.prose dd')).toHaveLength(13)
})

test('S2.07 /automatic-plex-torrenting has 8 programs, the setup and three pictures with descriptions', async () => {
  const page = await PrerenderedTestPage.at('/automatic-plex-torrenting')
  expect(page.texts('.prose h2')).toEqual(expect.arrayContaining(['Software', 'Joining the pieces']))
  expect(page.all('.prose dt')).toHaveLength(8)
  const descriptions = page.values('.prose figure img', 'alt')
  expect(descriptions).toHaveLength(3)
  for (const description of descriptions) expect(description.length).toBeGreaterThan(60)
  for (const width of page.values('.prose figure img', 'width')) expect(Number(width)).toBeGreaterThanOrEqual(960)
})

test('S2.08 /about-me has six skills and a paragraph, all marked as placeholders', async () => {
  const page = await PrerenderedTestPage.at('/about-me')
  expect(page.all('.skill-grid li')).toHaveLength(6)
  expect(page.prose).toContain('The six slots above are placeholders.')
  expect(page.prose).toContain('This paragraph is a placeholder too.')
})

if (site.features.accounts)
  test('S2.09 the private page is called Secure Projects and shows visitors nothing', async () => {
    const page = await PrerenderedTestPage.at('/personal-projects-secure')
    expect(head(page).title).toBe('Secure Projects - Hobohat')
    expect(page.page.private).toBe(true)
    expect(page.texts('main')).toEqual([''])
  })

test('S2.10 /cloudflare has tips, a warning about China and a link to the DNS page', async () => {
  const page = await PrerenderedTestPage.at('/cloudflare')
  expect(page.texts('.prose h2')).toEqual(
    expect.arrayContaining(['Free SSL', 'Page rules and Cache Everything', 'China']),
  )
  expect(page.texts('pre').join()).toContain('Cache Level:        Cache Everything')
  expect(page.prose).toContain('Cloudflare caches by file extension: styles, scripts')
  expect(page.texts('.prose [role=note]').join()).toContain('Do not count on any of this in mainland China')
  expect(page.values('.prose a', 'href')).toContain('/auto-update-cloudflare-dns')
})

test('S2.11 /visual-studio-beginner-tricks has shortcuts of four kinds and a tip about generating properties', async () => {
  const page = await PrerenderedTestPage.at('/visual-studio-beginner-tricks')
  expect(page.texts('.prose h2')).toEqual([
    'Finding your way',
    'Changing code safely',
    'Debugging',
    'Commenting',
    'Let it write the property',
  ])
  expect(page.all('.prose kbd').length).toBeGreaterThan(50)
  expect(page.prose).toContain('Generate property')
})

test('S2.12 /auto-update-cloudflare-dns has the script with a copy button and the steps of the task scheduler', async () => {
  const page = await PrerenderedTestPage.at('/auto-update-cloudflare-dns')
  const script = page.texts('.code-block').find((text) => text.includes('type=A&name=$name'))
  expect(script).toContain('Copy')
  for (const colour of ['.code-comment', '.code-variable']) expect(page.all(colour).length).toBeGreaterThan(0)
  expect(page.texts('.prose ol > li')[0]).toContain('Task Scheduler')
  expect(page.all('.prose ol > li').length).toBeGreaterThanOrEqual(5)
})

test('S2.11 S2.12 S2.15 only the Visual Studio page and the DNS page have no description and use the default', async () => {
  const empty = articles.filter(({ description }) => description === '').map(({ path }) => path)
  expect(empty.sort()).toEqual(['/auto-update-cloudflare-dns', '/visual-studio-beginner-tricks'])
  for (const path of empty)
    expect(head(await PrerenderedTestPage.at(path)).description).toMatch(/^Speedrunning, game development and hardware/)
  expect(head(await PrerenderedTestPage.at('/pc-build')).description).toMatch(/^A PC in thirteen parts/)
})

test('S2.14 the title of Home is Home, a hyphen and Hobohat', async () => {
  expect(head(await PrerenderedTestPage.at('/')).title).toBe('Home - Hobohat')
})

test.each(['/speed-running', '/marble-blast-ultra'])(
  'S2.18 the page %s links to the external leaderboard site',
  async (path) => {
    expect((await PrerenderedTestPage.at(path)).values('.prose a', 'href')).toContain(
      'https://marbleleaderboards.example',
    )
  },
)

test.each([
  ['/speed-running', ['23 first places', 'over 1 million gems', 'collected every hour']],
  ['/marble-blast-ultra', ['23 first places', 'over 1 million gems', '20 multiplayer maps', 'collected every hour']],
  ['/hobohat-games', ['over 1 million times', '100+ levels']],
])('S9.06 the page %s states each claim of the specification', async (path, claims) => {
  const { prose } = await PrerenderedTestPage.at(path)
  for (const claim of claims) expect(prose).toContain(claim)
})

test('S9.06 Home shows the same numbers as the articles', async () => {
  const home = await PrerenderedTestPage.at('/')
  const labels = home.texts('.figures dt')
  expect(home.texts('.figures dd').map((value, i) => `${value} ${labels[i]}`)).toEqual([
    '23 first places',
    '1M+ gems',
    '20 multiplayer maps',
    '1M+ plays',
    '100+ levels',
  ])
})

test.each([
  ['/cloudflare', ['from 0.7 s to 0.14 s']],
  [
    '/automatic-plex-torrenting',
    [
      'movie manager on port 7878',
      'TV manager on port 8989',
      'deleted 30 minutes after seeding',
      'checked for every 1 minute',
      '10 GB of RAM and 10 CPU cores',
    ],
  ],
  [
    '/auto-update-cloudflare-dns',
    ['/dns_records"', '?type=A&name=$name', '$records/$($record.id)', 'ttl = 1 ', 'proxied = $true'],
  ],
])('S9.07 the page %s states the facts of the specification', async (path, facts) => {
  const { prose } = await PrerenderedTestPage.at(path)
  for (const fact of facts) expect(prose).toContain(fact)
})
