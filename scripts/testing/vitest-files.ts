import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listImports } from '../directions.ts'
import { listTestFiles } from './files.ts'

/** Traces that files which run later in the same process would find: modules that are replaced, and the environment. */
const leavesTraces = /\bvi\.(mock|doMock|unmock)\(|\bprocess\.env\.\w+ =[^=]|\bdelete process\.env\b/
/** Makes the files that run later load everything anew. */
const forgetsModules = /\bvi\.resetModules\(/

/** The module that gives a test its database. */
const DATABASE = 'server/testing/database.ts'

interface SortedTests {
  /** Run in a process of their own. */
  isolated: string[]
  /** Run in processes that other files have used. */
  shared: string[]
  /** Run in processes that other tests of pages have used: each page that a test shows loads all modules anew. */
  web: string[]
  /** Files of `shared` that have a database: they run on SQLite with all others, and once more on Postgres. */
  onPostgres: string[]
}

/** The unit and server tests, and what gives them their sites, by path. The hub has a configuration of its own. */
export function readTestSources(): Record<string, string> {
  const files = [
    ...listTestFiles().unit.filter((file) => !file.startsWith('hub/')),
    ...globSync('server/testing/*.ts').map((file) => file.replaceAll('\\', '/')),
  ]
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/**
 * Sorts tests by what their text says.
 * @throws {Error} when a file has a database and must be isolated: it would not run on Postgres
 */
export function sortTestsByProject(sources: Record<string, string>): SortedTests {
  const all = Object.keys(sources)
    .filter((file) => /\.test\.tsx?$/.test(file))
    .sort()
  const isWeb = (file: string) => file.startsWith('web/')
  const isIsolated = (file: string, text = '') =>
    // The server keeps the library of pictures from reading the SVG that the build draws.
    file.startsWith('build/') || leavesTraces.test(text) || (!isWeb(file) && forgetsModules.test(text))
  const isolated = all.filter((file) => isIsolated(file, sources[file]))
  const others = all.filter((file) => !isolated.includes(file))
  const onPostgres = all.filter((file) => reachesDatabase(file, sources))
  const both = isolated.filter((file) => onPostgres.includes(file))
  if (both.length > 0) throw new Error(`A test with a database replaces no module and no variable: ${both.join(', ')}`)
  return { isolated, shared: others.filter((file) => !isWeb(file)), web: others.filter(isWeb), onPostgres }
}

/** Whether a file gets a database from the tests' own modules. */
function reachesDatabase(file: string, sources: Record<string, string>, seen = new Set<string>()): boolean {
  if (file === DATABASE) return true
  seen.add(file)
  return listImports(sources[file] ?? '')
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file), name))
    .some(
      (target) => target.startsWith('server/testing/') && !seen.has(target) && reachesDatabase(target, sources, seen),
    )
}
