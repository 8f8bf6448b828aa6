import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listImports } from '../directions.ts'
import { listTestFiles } from './files.ts'

/** Matches code that affects later test files in the same process: replaced modules and environment variables. */
const leavesTraces = /\bvi\.(mock|doMock|unmock)\(|\bprocess\.env\.\w+ =[^=]|\bdelete process\.env\b/
/** Matches code after which later test files in the same process load all modules again. */
const forgetsModules = /\bvi\.resetModules\(/

/** The module from which a test gets its database. */
const DATABASE = 'server/testing/database.ts'

interface SortedTests {
  /** Test files that each run in a process of their own. */
  isolated: string[]
  /** Test files that share processes. */
  shared: string[]
  /**
   * Test files of web/. They share processes only with each other. In each file, a page loads all modules again, and
   * other tests should not have to wait for this.
   */
  web: string[]
  /** The files of `shared` that use a database. They run on SQLite with the other files, and once more on Postgres. */
  onPostgres: string[]
}

/**
 * Reads the unit and server tests and their helper modules. The hub is left out, because it has its own configuration.
 * @returns the texts by path
 */
export function readTestSources(): Record<string, string> {
  const files = [
    ...listTestFiles().unit.filter((file) => !file.startsWith('hub/')),
    ...globSync('server/testing/*.ts').map((file) => file.replaceAll('\\', '/')),
  ]
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/**
 * Sorts tests by project according to their text.
 * @throws {Error} when an isolated file has a database, since it would not run on Postgres
 */
export function sortTestsByProject(sources: Record<string, string>): SortedTests {
  const all = Object.keys(sources)
    .filter((file) => /\.test\.tsx?$/.test(file))
    .sort()
  const isWeb = (file: string) => file.startsWith('web/')
  const isIsolated = (file: string, text = '') =>
    // Tests of build/ run isolated, because they need SVG in the picture library, which the server blocks for its whole
    // process.
    file.startsWith('build/') || leavesTraces.test(text) || (!isWeb(file) && forgetsModules.test(text))
  const isolated = all.filter((file) => isIsolated(file, sources[file]))
  const others = all.filter((file) => !isolated.includes(file))
  const onPostgres = all.filter((file) => reachesDatabase(file, sources))
  const both = isolated.filter((file) => onPostgres.includes(file))
  if (both.length > 0) throw new Error(`A test with a database replaces no module and no variable: ${both.join(', ')}`)
  return { isolated, shared: others.filter((file) => !isWeb(file)), web: others.filter(isWeb), onPostgres }
}

/** Returns whether a test file imports the module with the database, directly or through other modules of tests. */
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
