import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listImports } from '../directions.ts'
import { listTestFiles } from './files.ts'

/** Patterns of code that affects later files of the same process: replaced modules and environment variables. */
const leavesTraces = /\bvi\.(mock|doMock|unmock)\(|\bprocess\.env\.\w+ =[^=]|\bdelete process\.env\b/
/** A pattern of code that makes later test files load all modules again. */
const forgetsModules = /\bvi\.resetModules\(/

/** The module that gives a test its database. */
const DATABASE = 'server/testing/database.ts'

interface SortedTests {
  /** Tests that run in a process of their own. */
  isolated: string[]
  /** Tests that share processes. */
  shared: string[]
  /** Tests that share processes with other tests of pages, because each page in a test loads all modules again. */
  web: string[]
  /** Files of `shared` that use a database. They run on SQLite with the other files, and once more on Postgres. */
  onPostgres: string[]
}

/** Reads the unit and server tests and their helper modules, by path. The hub has its own configuration. */
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
    // Isolates tests of the build, because the server blocks SVG in the picture library and the build needs it.
    file.startsWith('build/') || leavesTraces.test(text) || (!isWeb(file) && forgetsModules.test(text))
  const isolated = all.filter((file) => isIsolated(file, sources[file]))
  const others = all.filter((file) => !isolated.includes(file))
  const onPostgres = all.filter((file) => reachesDatabase(file, sources))
  const both = isolated.filter((file) => onPostgres.includes(file))
  if (both.length > 0) throw new Error(`A test with a database replaces no module and no variable: ${both.join(', ')}`)
  return { isolated, shared: others.filter((file) => !isWeb(file)), web: others.filter(isWeb), onPostgres }
}

/** Returns whether a file gets a database from the tests' modules. */
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
