import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AnswerError } from './answer-error.ts'
import { type Answers, questions, readFlags } from './answers.ts'
import { buildSiteConfig, formatConfigFile, isGeneratedConfig } from './config-file.ts'
import { answer, config, former, own, page } from './example-site.ts'
import type { ExistingSite } from './existing-site.ts'
import { planFileChanges } from './plan.ts'

let folder = ''
const write = (file: string, text: string) => {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'new-site-'))
  write(
    'README.md',
    '# Old Harbour\n\nOld words.\n\n<picture>\n</picture>\n\n- **Pages**\n\n## What it looks like\n\nx\n\n## Where to go\n',
  )
  write('site.config.ts', '')
  write('docs/pictures/home.webp', '')
  write('docs/pictures/forking/home.webp', '')
  write('content/home.mdx', '---\npath: /\n---\n')
  write('content/privacy.mdx', '---\npath: /privacy\n---\n\nThe former words.\n')
  write('content/ships.mdx', page('/ships', 'Ships', 'See [knots](/knots#top) and [privacy](/privacy).'))
  write('content/ships/plan.svg', '<svg/>')
  write('content/scenes/harbour.yaml', '')
  write('content/scenes/harbour-wall.yaml', '')
  write('content/knots.mdx', page('/knots', 'Ropes', 'Words.'))
  write('content/private/secret.mdx', page('/secret', 'Ropes', 'Words.'))
  write('content/tests/pages.test.ts', '')
})
afterEach(() => rmSync(folder, { recursive: true }))

const plan = (site: ExistingSite, answers: Answers) => {
  const changes = planFileChanges(folder, site, answers, '2026-01-02')
  const text = (file: string) => changes.find((change) => change.file === file)?.text ?? ''
  const removed = changes.filter(({ text }) => text === null).map(({ file }) => file)
  const written = changes.filter(({ text }) => text !== null).map(({ file }) => file)
  return { text, removed, written }
}

describe('the first run', () => {
  const answers = () => answer(former, { name: 'Fournil', keep: 'ships', groups: 'Bread=orange, Crumbs' })

  test('npm run new removes the pages, tests and pictures of the original site, except kept pages and the pictures of docs/forking.md', () => {
    const { removed, written } = plan(former, answers())
    expect(removed).toEqual([
      'content/knots.mdx',
      'content/private/secret.mdx',
      'content/scenes/harbour-wall.yaml',
      'content/tests/pages.test.ts',
      'docs/pictures/home.webp',
    ])
    expect(written.sort()).toEqual([
      'README.md',
      'content/about.mdx',
      'content/crumbs.mdx',
      'content/first-article.mdx',
      'content/home.mdx',
      'content/ships.mdx',
      'site.config.ts',
    ])
  })

  test('npm run new moves a kept page to the first group, and turns its links to removed pages into text', () => {
    const kept = plan(former, answers()).text('content/ships.mdx')
    expect(kept).toContain('group: "Bread"')
    expect(kept).not.toContain('subject:')
    expect(kept).toContain('See knots and [privacy](/privacy).')
  })

  test('a kept page replaces the starter page with the same path, and gets that page’s group', () => {
    write('content/mine.mdx', page('/first-article', 'Ships', 'My own words.'))
    write('content/about.mdx', page('/about', 'Ships', 'Who I am.'))
    const site = { ...former, paths: ['/first-article', '/about'] }
    const kept = answer(site, { name: 'F', keep: 'first-article, about', groups: 'Bread, About' })
    const { text, written } = plan(site, kept)
    expect(written).not.toContain('content/first-article.mdx')
    expect(text('content/mine.mdx')).toContain('My own words.')
    expect(text('content/mine.mdx')).toContain('group: "Bread"')
    expect(text('content/about.mdx')).toContain('Who I am.')
    expect(text('content/about.mdx')).toContain('group: "About"')
  })

  test('npm run new keeps the files that a kept page names, wherever they are', () => {
    const words = '![A sail](./uploads/sail.webp)\n\n[The plan](./knots/plan.pdf)'
    write('content/ships.mdx', page('/ships', 'Ships', words).replace('scene: harbour', "scene: 'harbour-wall'"))
    for (const file of ['uploads/sail.webp', 'uploads/mast.webp', 'knots/plan.pdf']) write(`content/${file}`, '')
    const { removed } = plan(former, answers())
    expect(removed).toContain('content/uploads/mast.webp')
    expect(removed).not.toContain('content/uploads/sail.webp')
    expect(removed).not.toContain('content/knots/plan.pdf')
    expect(removed).not.toContain('content/scenes/harbour-wall.yaml')
  })

  test('npm run new writes a configuration without the name, links and contact of the original site', () => {
    expect(buildSiteConfig(answers(), former)).toMatchObject({
      name: 'Fournil',
      author: 'Fournil',
      origin: 'https://fournil.example',
      groups: { Bread: 'gaming', Crumbs: 'games' },
      colours: { gaming: 55 },
      links: [],
      social: [],
      securityContact: 'mailto:security@fournil.example',
      app: { id: 'example.fournil' },
      features: {
        accounts: true,
        comments: true,
        newsletter: true,
        push: true,
        ordering: false,
        statistics: true,
        run: false,
      },
    })
    const text = plan(former, answers()).text('site.config.ts')
    expect(isGeneratedConfig(text)).toBe(true)
    expect(text).not.toMatch(/Harbour|Olga|Results/i)
    // build/features-plugin.ts finds this line by its format, and removes it from the code of pages.
    expect(text).toMatch(/^ {2}features: \{[^}]*\},$/m)
  })

  test('npm run new replaces the passages of README.md that describe the original site', () => {
    const readme = plan(former, answers()).text('README.md')
    expect(readme).toMatch(/^# Fournil\n\nThe website of Fournil/)
    expect(readme).not.toMatch(/Old|picture|looks like/)
    expect(readme).toContain('\n\n- **Pages**\n\n## Where to go\n')
  })

  test('npm run new writes the privacy page in the language of the site, or keeps the English page if there is none', () => {
    expect(plan(former, answer(former, { name: 'F', language: 'fr' })).text('content/privacy.mdx')).toContain(
      'Confidentialité',
    )
    expect(plan(former, answer(former, { name: 'F', language: 'it' })).written).not.toContain('content/privacy.mdx')
  })
})

describe('a second run', () => {
  test('a second `npm run new` changes nothing when every answer equals the current setting', () => {
    write('site.config.ts', formatConfigFile(buildSiteConfig(answer(own), own)))
    write('README.md', '# Old Harbour\n')
    const { written, removed } = plan(own, answer(own))
    expect([written, removed]).toEqual([[], []])
  })

  test('a second `npm run new` keeps a page with the file name of a starter page and a path of its own', () => {
    write('content/privacy.mdx', '---\npath: /datenschutz\n---\n')
    expect(plan(own, answer(own, { language: 'de' })).written).toEqual(['site.config.ts'])
  })

  test('a second `npm run new` keeps the pages, links and app of the author, and moves pages of a renamed group', () => {
    const answers = answer(own, { name: 'New Harbour', groups: 'Ships, Lines=green', features: 'none' })
    const { written, removed, text } = plan(own, answers)
    expect(removed).toEqual([])
    expect(written.sort()).toEqual(['README.md', 'content/knots.mdx', 'content/private/secret.mdx', 'site.config.ts'])
    expect(text('content/knots.mdx')).toContain('group: "Lines"')
    expect(text('README.md')).toMatch(/^# New Harbour\n\nOld words\./)
    expect(buildSiteConfig(answers, own)).toMatchObject({
      name: 'New Harbour',
      groups: { Ships: 'gaming', Lines: 'games' },
      links: [{ name: 'Results', group: 'Lines' }],
      social: config.social,
      app: config.app,
      features: {
        accounts: false,
        comments: false,
        newsletter: false,
        push: false,
        ordering: false,
        statistics: false,
        run: false,
      },
    })
  })

  test('a second `npm run new` renames a group to a name with patterns of String.replace such as $&', () => {
    const { text } = plan(own, answer(own, { groups: "Ships, $& $1 $' Lines" }))
    expect(text('content/knots.mdx')).toContain(`group: "$& $1 $' Lines"\nsubject`)
  })

  test('a second `npm run new` writes a first page for an added group, but not for a renamed group', () => {
    const { written, text } = plan(own, answer(own, { groups: 'Ships, Lines, Tides /high-tide' }))
    expect(written).not.toContain('content/lines.mdx')
    expect(text('content/high-tide.mdx')).toMatch(/^path: \/high-tide\n(.*\n)*group: "Tides"$/m)
  })

  test('a group keeps its subject when it moves to another position', () => {
    expect(buildSiteConfig(answer(own, { groups: 'Ropes, Tides, Ships' }), own).groups).toEqual({
      Ropes: 'games',
      Tides: 'programming',
      Ships: 'gaming',
    })
  })

  test('a second `npm run new` keeps the hue 0', () => {
    const red: ExistingSite = { ...own, config: { ...config, colours: { sky: 0, accent: 0 } } }
    expect(answer(red)).toMatchObject({ sky: 0, accent: 0 })
  })

  test('a subject (tile colour) without a group has the hue of a group', () => {
    const { colours } = buildSiteConfig(answer(former, { name: 'F', groups: 'Bread=orange, Crumbs=teal' }), former)
    expect(colours).toEqual({ gaming: 55, games: 190, programming: 55, projects: 190, about: 55 })
  })

  test('a new URL of the site also changes the security contact, unless the author has chosen another contact', () => {
    const moved = answer(own, { address: 'https://quay.example' })
    expect(buildSiteConfig(moved, own).securityContact).toBe('mailto:security@quay.example')
    const chosen = { ...own, config: { ...config, securityContact: 'https://quay.example/contact' } }
    expect(buildSiteConfig(moved, chosen).securityContact).toBe('https://quay.example/contact')
  })
})

describe('invalid answers', () => {
  test.each([
    ['name', ' ', 'Enter the name of the site.'],
    ['name', 'N'.repeat(41), 'The name has 41 characters. Write at most 40.'],
    ['language', 'in French', '"in French" is no language.'],
    ['address', 'https://a.example/blog', 'is no address of a site.'],
    ['address', 'bread', 'is no address of a site.'],
    ['about', 'Bread.', 'The sentence has 6 characters. Write 10 to 200.'],
    ['groups', 'A, A', 'with different names'],
    ['groups', 'A, B, C, D, E, F', 'Enter one to five groups'],
    ['groups', 'Blog, 2026, 2024', 'come first in the menu. Enter them in this order: 2024, 2026, Blog.'],
    ['groups', 'A=purple', '"purple" is no hue.'],
    ['groups', 'A, 作品', '作品 has no Latin letters for the address of its first page.'],
    ['groups', 'A, B /B', '/B must be "/" or one lower-case segment such as /my-page.'],
    ['groups', 'A, Desk', '/desk is the address of another page. Write an address after the name'],
    ['groups', 'A, B /desk', '/desk is the address of another page.'],
    ['groups', 'A, É, E', '/e is the address of another page.'],
    ['groups', 'A, Api', '/api is an address that the server uses itself.'],
    ['groups', 'A /a', 'A gets a page of the starter. Leave out /a.'],
    ['sky', '360', '"360" is no hue.'],
    ['features', 'comments, shop', 'There is no feature shop.'],
    ['features', 'comments push', 'comments and push need accounts.'],
    ['keep', 'ships, sails', 'There is no page /sails. The pages are /ships, /knots.'],
  ])(
    'npm run new refuses the answer to --%s %j with a message that says what can be entered',
    (flag, text, message) => {
      const question = questions.find((question) => question.flag === flag)
      expect(() => question?.read(text, former, {})).toThrow(AnswerError)
      expect(() => question?.read(text, former, {})).toThrow(message)
    },
  )

  test('npm run new refuses a flag that does not exist', () => {
    expect(() => readFlags(['--colour', 'red'])).toThrow(AnswerError)
  })
})

test.each([
  ['language', 'de-at', { language: 'de-AT' }],
  ['about', '小さな陶芸工房の日々。', { description: '小さな陶芸工房の日々。' }],
  ['address', 'fournil.example', { origin: 'https://fournil.example' }],
  ['address', 'http://localhost.test:8080/', { origin: 'http://localhost.test:8080' }],
  [
    'groups',
    ' Bread = Orange ,Crumbs,',
    {
      groups: [
        { name: 'Bread', hue: 55 },
        { name: 'Crumbs', path: '/crumbs' },
      ],
    },
  ],
  [
    'groups',
    'Audio/Video, 作品 /works=teal, このサイトについて',
    { groups: [{ name: 'Audio/Video' }, { name: '作品', hue: 190, path: '/works' }, { name: 'このサイトについて' }] },
  ],
  ['features', 'all', { features: config.features }],
  ['keep', 'all', { keep: ['/ships', '/knots'] }],
  ['keep', '/knots ships', { keep: ['/knots', '/ships'] }],
])('npm run new reads the answer to --%s %j', (flag, text, read) => {
  expect(questions.find((question) => question.flag === flag)?.read(text, former, { language: 'ja' })).toEqual(read)
})
