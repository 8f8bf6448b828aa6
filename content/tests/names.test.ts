import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { site } from '#site'
import { listSitePages } from '../../web/prerender.tsx'

const pages = await listSitePages()

/** Files that belong to the author, and files about the history or licences of the project. */
const own = ['content', 'site.config.ts', 'CHANGELOG.md', 'LICENSE', 'docs/decisions', 'docs/spec']
/** The paths of pages that every site has. */
const everywhere = ['/', '/privacy']

test('no file outside content/ names a page of this site, so that a fork can replace the pages', () => {
  const slugs = pages.flatMap(({ path, file }) => (file === '' || everywhere.includes(path) ? [] : [path.slice(1)]))
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.*'], {
    encoding: 'utf8',
  })
  const files = tracked.trim().split('\n')
  const foreign = files.filter((file) => !own.some((name) => file === name || file.startsWith(`${name}/`)))
  expect(foreign.length).toBeGreaterThan(500)
  const name = new RegExp(`(?<![\\w-])(${slugs.join('|')})(?![\\w-])`)
  const named = foreign
    .filter((file) => /\.(css|html|json|md|mdx|mjs|ts|tsx|xml)$/.test(file))
    .flatMap((file) => {
      const found = name.exec(readFileSync(file, 'utf8'))
      return found ? [`${file}: ${found[0]}`] : []
    })
  expect(named).toEqual([])
})

test('no file outside content/ contains the name of this site or of the game that the site is about', () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  const name = new RegExp(`(?<!@)\\b(${site.name}|marble blast|marble leaderboards)\\b(?!/)`, 'i')
  // These files may name the project: the package keeps its name, and README.md introduces it.
  const named = tracked
    .trim()
    .split('\n')
    .filter((file) => !own.some((folder) => file === folder || file.startsWith(`${folder}/`)))
    .filter((file) => !/^(package(-lock)?\.json|README\.md)$|\.(webp|png|ico|woff2?)$/.test(file))
    .filter((file) => name.test(readFileSync(file, 'utf8').replace(/@hobohat/g, '')))
  expect(named).toEqual([])
})
