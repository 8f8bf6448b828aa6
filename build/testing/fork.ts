import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The site.config.ts of somebody else: the types stay, every value is another. */
const configuration = `export const site: SiteConfig = {
  name: 'Zweitrad',
  motto: 'Fahrräder, die schon einmal weggeworfen wurden.',
  origin: 'https://zweitrad.example',
  language: 'de-AT',
  description: 'Aus alten Rahmen werden Fahrräder, und daneben steht, wie.',
  groups: { Werkstatt: 'games' },
  leaderboard: { name: 'Flohmarkt', url: 'https://flohmarkt.example', group: 'Werkstatt' },
  social: [],
  author: 'Mia Huber',
  securityContact: 'mailto:mia@zweitrad.example',
  app: { id: 'example.zweitrad' },
  features: { accounts: true, comments: true, push: true, ordering: true },
}
`

/** Returns the text of a page: its front matter and its words. */
const page = (matter: string[], words: string) =>
  ['---', ...matter, 'published: 2026-01-01', '---', '', words, ''].join('\n')

/** An article of the site as it is, moved into the group of the fork; its links to pages that are gone become words. */
function keptArticle(): string {
  const articles = globSync('content/*.mdx').map((file) => readFileSync(file, 'utf8'))
  const kept = articles.find((text) => /^group: /m.test(text) && !/^(placeholder: true|import )/m.test(text))
  if (!kept) throw new Error('The site has no article to keep.')
  return kept
    .replace(/^group: .*$/m, 'group: Werkstatt')
    .replace(/^subject: .*\n/m, '')
    .replace(/\[([^\]]*)\]\(\/[^)]*\)/g, '$1')
}

/**
 * Copies the project as it is in git, and replaces the author's settings and pages by those of somebody else.
 * @returns its folder, which is below the project: other packages are found in the folders above
 */
export function createFork(): string {
  mkdirSync('test-results', { recursive: true })
  const fork = path.resolve(mkdtempSync('test-results/fork-'))
  const write = (file: string, text: string) => writeFileSync(path.join(fork, file), text)
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', git, { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) if (!file.startsWith('content/')) cpSync(file, path.join(fork, file))
  const shape = readFileSync('site.config.ts', 'utf8').split('export const site')[0]
  write('site.config.ts', shape + configuration)
  mkdirSync(path.join(fork, 'content'))
  const hero = '<Hero title="Aus zwei mach eins">\n  Zwei alte Räder geben ein neues.\n</Hero>'
  write('content/home.mdx', page(['path: /', 'title: Anfang', 'description: Was hier steht.'], hero))
  write('content/kept.mdx', keptArticle())
  const privacy = page(['path: /privacy', 'title: Daten', 'description: Was bleibt.', 'footer: true'], 'Nichts bleibt.')
  write('content/privacy.mdx', privacy)
  // A relative link, which leads to the workspace of the fork.
  cpSync('node_modules/@hobohat', path.join(fork, 'node_modules/@hobohat'), { recursive: true, verbatimSymlinks: true })
  execFileSync('git', ['init', '--quiet'], { cwd: fork })
  return fork
}

/** Returns the environment of a program that runs in a fork, without what the tests' own process was told. */
export function buildForkEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  return env
}
