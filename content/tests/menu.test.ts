import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { site } from '#site'
import { PrerenderedTestPage } from '../../build/prerendered-test-page.ts'
import { hasPathParameters } from '../../contract/page-path.ts'
import { listSitePages } from '../../web/prerender.tsx'

const pages = await listSitePages()

test('S2.20 the menu has six groups with their items in the specification’s order', async () => {
  const home = await PrerenderedTestPage.at('/')
  const titles = home.texts('#menu summary, #menu .menu-title')
  const found: string[][] = []
  for (const name of home.texts('#menu summary, #menu .menu-title, #menu .menu-item')) {
    const words = name.replace('’', "'").replace(/ ↗.*|\(locked\)$/, '')
    if (titles.includes(name)) found.push([words])
    else found.at(-1)?.push(words)
  }
  expect(found).toEqual([
    ['Gaming', 'General Speedrunning', 'Marble Blast Ultra', 'Other Games', 'Controller Modding'],
    ['Game Development', 'Hobohat Games', 'Iclone', 'Ninja Legend', 'Phase Shift', "Let's Be Friends"],
    ['Projects', 'PC Build', 'Automatic Plex', 'Auto Update Cloudflare DNS', 'Marble Leaderboards'],
    ['Programming', 'How I got into Programming', 'Personal Projects', 'Cloudflare', 'Visual Studio Beginner Tricks'],
    ['About Me'],
    ...(site.features.accounts ? [['Tools']] : []),
  ])
})

test('S2.18 the last item of Projects is the external leaderboard site', async () => {
  const home = await PrerenderedTestPage.at('/')
  const items = home.values('#menu details[data-subject=projects] .menu-item', 'href')
  expect(items.at(-1)).toBe('https://marbleleaderboards.example')
})

test('S2.01 S2.13 every route of the specification is a page whose path has no parameters', () => {
  const table = readFileSync('docs/spec/spec.md', 'utf8').split('### Route table')[1]?.split('###')[0] ?? ''
  const routes = [...table.matchAll(/^\| (\/\S*) \|/gm)].map(([, path = '']) => path)
  expect(routes).toHaveLength(20)
  const paths = pages.map(({ path }) => path)
  const ofAccounts = ['/personal-projects-secure', '/verify-email']
  expect(routes.filter((path) => !paths.includes(path))).toEqual(site.features.accounts ? [] : ofAccounts)
  expect(routes.filter((path) => hasPathParameters(path) || /[:*?]/.test(path))).toEqual([])
})
