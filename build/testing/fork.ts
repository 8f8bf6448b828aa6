import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The site.config.ts of a fork: the same types with different values. */
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

/** Returns an article of the current site in the fork's group; links to missing pages become text. */
function keptArticle(): string {
  const articles = globSync('content/*.mdx').map((file) => readFileSync(file, 'utf8'))
  const kept = articles.find((text) => /^group: /m.test(text) && !/^(placeholder: true|import )/m.test(text))
  if (!kept) throw new Error('The site has no article to keep.')
  return kept
    .replace(/^group: .*$/m, 'group: Werkstatt')
    .replace(/^(subject|scene): .*\n/gm, '')
    .replace(/\[([^\]]*)\]\(\/[^)]*\)/g, '$1')
}

/**
 * Copies the files tracked by git and replaces the author's settings and pages.
 * @returns the folder, inside the project, so that packages are found in parent folders
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
  // Copies a relative link, which then leads to the workspace of the fork.
  cpSync('node_modules/@hobohat', path.join(fork, 'node_modules/@hobohat'), { recursive: true, verbatimSymlinks: true })
  execFileSync('git', ['init', '--quiet'], { cwd: fork })
  return fork
}

/** Returns the environment for programs in a fork, without variables of the test process. */
export function buildForkEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  return env
}
