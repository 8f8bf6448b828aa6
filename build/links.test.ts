import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rejectEmptyMenuGroups } from './content.ts'
import { checkLinks } from './links.ts'

const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'links-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/**
 * Checks the links of two pages: /boat has the given link, and /tower has headings with the ids `engine` and `größe`.
 */
function check(link: string, href: string): string {
  const content = folder()
  writeFileSync(path.join(content, 'boat.mdx'), `# Boat\n\nSee ${link}\n`)
  writeFileSync(path.join(content, 'tower.mdx'), '# Tower\n')
  const pages = [{ path: '/boat' }, { path: '/tower', aliases: ['/lighthouse'] }, { path: '/account' }]
  try {
    checkLinks(
      [
        { path: '/boat', file: 'boat.mdx', html: `<h2 id="sails">Sails</h2><a href="${href}">x</a><nav id="menu">` },
        { path: '/tower', file: 'tower.mdx', html: '<h2 id="engine">Engine</h2><h2 id="größe">Größe</h2>' },
        { path: '/account', file: '', html: '' },
      ],
      pages,
      [{ path: '/sea', aliases: ['/ocean'] }],
      content,
    )
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test.each([
  ['/tower#engine'],
  ['/lighthouse#engine'],
  ['#sails'],
  ['/tower#gr%C3%B6%C3%9Fe'],
  ['/account#sessions'],
  ['/boat#comments'],
  ['#top'],
  ['https://other.example/tower#nothing'],
])('accepts the link %s', (href) => {
  expect(check(`[it](${href})`, href)).toBe('')
})

test.each(['/sea', '/ocean', '/sea#waves'])('refuses the link %s, because its page is a draft', (href) => {
  expect(check(`[it](${href})`, href)).toBe(
    `content/boat.mdx:3: ${href} is a draft or a scheduled page, which readers cannot open yet. Publish it first, or remove the link.`,
  )
})

test.each([
  [
    '[it](/tower#engin)',
    '/tower#engin',
    'content/boat.mdx:3: /tower has no part #engin. The nearest ones are #engine, #größe.',
  ],
  ['[it](#sail)', '#sail', 'content/boat.mdx:3: /boat has no part #sail. The nearest ones are #sails.'],
  ['[it](#menu)', '#menu', 'content/boat.mdx:3: /boat has no part #menu. The nearest ones are #sails.'],
  ['[it][1]\n\n[1]: /harbour', '/harbour', 'content/boat.mdx:5: /harbour is no page and no file of the site.'],
  [
    '[it](/2015/02/tower/)',
    '/2015/02/tower/',
    'content/boat.mdx:3: /2015/02/tower/ is no page and no file of the site. There is /tower.',
  ],
  [
    '[it](./tower.mdx)',
    './tower.mdx',
    'content/boat.mdx:3: ./tower.mdx is no page and no file of the site. There is /tower.',
  ],
  ['[it](/my\\_page)', '/my_page', 'content/boat.mdx:3: /my_page is no page and no file of the site.'],
  ['[it]\n\n[it]:  /gone', '/gone', 'content/boat.mdx:5: /gone is no page and no file of the site.'],
  ["[it](/it's)", '/it&#x27;s', "content/boat.mdx:3: /it's is no page and no file of the site."],
  ['a\n<a href="/gone">b</a>', '/gone', 'content/boat.mdx:4: /gone is no page and no file of the site.'],
  ['[it](https://)', 'https://', 'content/boat.mdx:3: https:// is no address that a browser can open.'],
  [
    'http://localhost:PORT/',
    'http://localhost:PORT/',
    'content/boat.mdx:3: http://localhost:PORT/ is no address that a browser can open. Correct it, or write it between',
  ],
  [
    '[it](https://other.example:99999/)',
    'https://other.example:99999/',
    'content/boat.mdx:3: https://other.example:99999/ is no address that a browser can open.',
  ],
  ['[it](/häfen "a title")', '/h%C3%A4fen', 'content/boat.mdx:3: /h%C3%A4fen is no page and no file of the site.'],
])('refuses the dead link in %j with its file and line', (link, href, error) => {
  expect(check(link, href)).toContain(error)
})

test('reports the line of a menu group without pages, but accepts a group with a link to another site', () => {
  const config = { groups: { Seefahrt: 'games', Bordwissen: 'about', Werkstatt: 'about' } } as const
  const links = [{ name: 'Ergebnisse', url: 'https://ergebnisse.example', group: 'Werkstatt' }]
  const found = () => rejectEmptyMenuGroups([{ group: 'Seefahrt' }, {}], { ...config, links } as never)
  expect(found).toThrow(/^site\.config\.ts:\d+: The group "Bordwissen" has no page\. [^\n]*$/)
})
