import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { resolveImport } from '../directions.ts'
import type { TestFiles } from './files.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** Lists the project's files: those tracked by git, and new ones that are not ignored. */
export const listProjectFiles = (): string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(file))

/**
 * Lists the files that differ from origin/main: committed, changed and new files. If there is no difference or no
 * origin/main, lists the files of the last commit.
 */
export function listChangedFiles(): string[] {
  const since = (commit: string) => git('diff', '--name-only', '--diff-filter=d', commit)
  const isNew = git('ls-files', '--others', '--exclude-standard')
  const [main] = git('for-each-ref', '--format=%(objectname)', 'refs/remotes/origin/main')
  const [base = 'HEAD'] = main ? git('merge-base', 'HEAD', main) : []
  const changed = [...since(base), ...isNew]
  return changed.length > 0 ? changed : since('HEAD~1')
}

/**
 * Pages are imported only through a virtual module that reads all of them, so no file imports a page by name. `reader`
 * is the file that creates this module.
 */
const PAGES = { files: /^(fixture-site\/)?content\/.*\.mdx$/, reader: 'build/content.ts', names: /^virtual:.*content$/ }

/**
 * Finds the dependents of each file: the files that import it, and the files that name its path in order to start it.
 * Type-only imports do not count, because `tsc` checks them.
 * @param sources the text of every source file, by path
 */
export function mapDirectDependents(sources: Record<string, string>): Map<string, Set<string>> {
  const dependents = new Map<string, Set<string>>()
  const add = (file: string, dependent: string) =>
    dependents.set(file, (dependents.get(file) ?? new Set()).add(dependent))
  for (const [file, source] of Object.entries(sources)) {
    if (PAGES.files.test(file)) add(file, PAGES.reader)
    const code = source.replace(/import type [^'"]*['"][^'"]*['"]/g, '')
    for (const [, name = ''] of code.matchAll(/['"`]([\w./#@-]+\.\w+|@hobohat\/[\w/]+|virtual:[\w-]+)['"`]/g)) {
      const beside = path.posix.join(path.posix.dirname(file), name)
      for (const target of [beside, resolveImport(file, name) ?? name.replace(PAGES.names, PAGES.reader)]) {
        if (target in sources && target !== file) add(target, file)
      }
    }
  }
  return dependents
}

/** Tests that read every file. They always run, because every change affects them. */
const guards = ['directions', 'mutants', 'asvs', 'secure-code'].map((name) => `scripts/${name}.test.ts`)

/**
 * Lists the test files that depend on the changed files. Those most likely to fail come first. Each browser test
 * depends on the whole site, so a browser test is listed only when its file or its imports within e2e/ changed.
 */
export function listAffectedTests(changed: string[], dependents: Map<string, Set<string>>): TestFiles {
  const unit = reachedFiles(changed, dependents).filter((file) => /\.test\.tsx?$/.test(file) && !guards.includes(file))
  const inBrowser = changed.filter((file) => file.startsWith('e2e/'))
  return {
    unit: [...guards, ...unit],
    browser: reachedFiles(inBrowser, dependents).filter((file) => file.endsWith('.spec.ts')),
  }
}

/**
 * Lists the changed files and their dependents. Files in or near the changed folders come first, then files near direct
 * dependents. Among equally near files, those that depend through fewer imports come first.
 */
function reachedFiles(changed: string[], dependents: Map<string, Set<string>>): string[] {
  const distances = new Map(changed.map((file) => [file, 0]))
  // Iterating over a map also visits the keys that are added during the iteration.
  for (const [file, distance] of distances) {
    for (const dependent of dependents.get(file) ?? []) {
      if (!distances.has(dependent)) distances.set(dependent, distance + 1)
    }
  }
  const folders = new Map<string, number>()
  for (const [file, distance] of distances) {
    const folder = path.posix.dirname(file)
    if (distance <= 1 && !folders.has(folder)) folders.set(folder, 2 * distance)
  }
  const nearness = (file: string) =>
    Math.min(...[...folders].map(([folder, added]) => added + stepsBetween(folder, path.posix.dirname(file))))
  return [...distances]
    .map(([file, distance]) => ({ file, distance, nearness: nearness(file) }))
    .toSorted((a, b) => a.nearness - b.nearness || a.distance - b.distance)
    .map(({ file }) => file)
}

const stepsBetween = (folder: string, other: string): number =>
  path.posix.relative(folder, other).split('/').filter(Boolean).length

/** Reads code and styles, which may name other files. @returns the text by path; empty for files of other types */
export function readSources(files: string[]): Record<string, string> {
  const isText = (file: string) => /\.(tsx?|mjs|css)$/.test(file)
  return Object.fromEntries(files.map((file) => [file, isText(file) ? readFileSync(file, 'utf8') : '']))
}
