import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Below the project, whose packages it finds in the folders above.
mkdirSync('test-results', { recursive: true })
const fork = path.resolve(mkdtempSync('test-results/fork-'))
afterAll(() => rmSync(fork, { recursive: true }))

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' })
const write = (file: string, text: string) => writeFileSync(path.join(fork, file), text)

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
}
`

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

const types = 'node_modules/.cache/types'

/**
 * Gives the compiler of the fork what it knows of the project, so that it checks what the fork changes: to check all
 * anew takes ten times as long. Packages are further above in the fork.
 */
function bringTypes() {
  if (!existsSync(types)) return
  cpSync(types, path.join(fork, types), { recursive: true })
  const isPackage = (file: string) => !path.relative('node_modules', file).startsWith('.')
  for (const file of globSync(`${types}/**/*.tsbuildinfo`)) {
    const [from, to] = [path.dirname(file), path.join(fork, path.dirname(file))]
    const known = readFileSync(file, 'utf8').replace(/"(\.\.\/[^"]*)"/g, (whole, name) => {
      const target = path.join(from, name)
      return isPackage(target) ? JSON.stringify(path.relative(to, target)) : whole
    })
    write(file, known)
    // Older than every source, or the compiler would take its word for it and compare none.
    utimesSync(path.join(fork, file), 0, 0)
  }
}

beforeAll(() => {
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter(Boolean)
  for (const file of files) if (!file.startsWith('content/')) cpSync(file, path.join(fork, file))
  const shape = readFileSync('site.config.ts', 'utf8').split('export const site')[0]
  write('site.config.ts', shape + configuration)
  mkdirSync(path.join(fork, 'content'))
  const hero = '<Hero title="Aus zwei mach eins">\n  Zwei alte Räder geben ein neues.\n</Hero>'
  write('content/home.mdx', page(['path: /', 'title: Anfang', 'description: Was hier steht.'], hero))
  write('content/kept.mdx', keptArticle())
  const privacy = page(['path: /privacy', 'title: Daten', 'description: Was bleibt.', 'footer: true'], 'Nichts bleibt.')
  write('content/privacy.mdx', privacy)
  execFileSync('git', ['init', '--quiet'], { cwd: fork })
  bringTypes()
}, 60_000)

/** Runs a program of the packages in the fork, as `npm test` does. @returns what it printed, where it failed */
async function failureOf(program: string, ...args: string[]): Promise<string> {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  const child = spawn(path.resolve('node_modules/.bin', program), args, { cwd: fork, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return code === 0 ? '' : output
}

test('a fork with another name, other groups and other pages passes what npm test runs on it', async () => {
  const unit = ['scripts/mutants.test.ts', 'scripts/directions.test.ts', 'build/head.test.ts', 'build/menu.test.ts']
  const failures = await Promise.all([
    failureOf('tsc', '-b'),
    failureOf('biome', 'check', '--error-on-warnings', 'content', 'site.config.ts'),
    failureOf('knip'),
    failureOf('vitest', 'run', 'build/every-page.test.ts', ...unit, '--maxWorkers=1'),
  ])
  expect(failures).toEqual(['', '', '', ''])
}, 180_000)

test('a fork is built with its own name and pages, and nothing of those before', async () => {
  const { NODE_OPTIONS: _, ...env } = process.env
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: fork, env, stdio: 'pipe' })
  const built = (file: string) => readFileSync(path.join(fork, 'dist/web', file), 'utf8')
  expect(built('index.html')).toContain('<title data-head>Anfang - Zweitrad</title>')
  expect(built('index.html')).toContain('<html lang="de-AT"')
  const record = JSON.parse(readFileSync(path.join(fork, 'dist/build.json'), 'utf8'))
  expect(record.pages).toHaveLength(3)
}, 180_000)
