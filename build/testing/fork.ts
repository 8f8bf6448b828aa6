import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { site } from '../../site.config.ts'

/** The answers with which `npm run new` makes the fork. */
const answers = {
  name: 'Zweitrad',
  author: 'Mia Huber',
  language: 'de-AT',
  address: 'https://zweitrad.example',
  about: 'Aus alten Rahmen werden Fahrräder, und daneben steht, wie.',
  // No starter page is in Touren or Team, so each of these groups gets a placeholder, with the same scene.
  groups: 'Werkstatt=teal, Touren=orange, Team=blue, Über mich=pink',
  sky: '170',
  accent: 'violet',
  features: 'all',
}

/** Returns the path of the article that the fork keeps: one without pictures, which does not name the current site. */
export function findArticlePathToKeep(): string {
  const articles = globSync('content/*.mdx')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => !text.includes(site.name))
  const kept = articles.find(
    (text) => /^group: /m.test(text) && !/^(placeholder: true|draft: true|import )/m.test(text),
  )
  const address = /^path: (.*)$/m.exec(kept ?? '')?.[1]
  if (!address) throw new Error('The site has no article to keep.')
  return address
}

/**
 * Copies the project, and turns the copy into a new site with `npm run new`, which keeps one article.
 * @returns the folder of the new site; it is inside the project, so that packages are found in parent folders
 */
export function createForkedSite(): string {
  mkdirSync('test-results', { recursive: true })
  const fork = path.resolve(mkdtempSync('test-results/fork-'))
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', git, { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(file, path.join(fork, file))
  // Copies relative symbolic links unchanged, so that they lead to the workspace of the fork.
  cpSync('node_modules/@hobohat', path.join(fork, 'node_modules/@hobohat'), { recursive: true, verbatimSymlinks: true })
  execFileSync('git', ['init', '--quiet'], { cwd: fork })
  const flags = Object.entries({ ...answers, keep: findArticlePathToKeep() }).flatMap(([name, answer]) => [
    `--${name}`,
    answer,
  ])
  execFileSync(process.execPath, ['scripts/new.ts', ...flags, '--fresh', '--force', '--yes'], {
    cwd: fork,
    env: createForkEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return fork
}

/** Returns the environment for programs in a fork, without variables of the test process. */
export function createForkEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  return env
}
