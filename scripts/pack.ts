/**
 * `node scripts/pack.ts FOLDER`: copies what a server needs to run without the repository: the build without the
 * bundles, which only the next build reads, and the packages that the server loads from node_modules. The
 * Dockerfile uses it.
 */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { AuthorError } from '../build/author-error.ts'
import { unbundledServerPackages } from '../build/server-packages.ts'
import { distFolder } from '../build/site.ts'

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Matches files of packages that no program reads at run time: types, source maps, documents, and sources of compiled
 * code.
 */
const unread = /\.(d\.[cm]?ts|map|md|markdown)$|^better-sqlite3\/(deps|src)$|^pdfkit\/js\/.*standalone/

/** Copies the built site and its packages into a new folder. @throws {AuthorError} when the folder exists already */
export function copyBuildWithRuntimePackages(folder: string, dist = distFolder): void {
  if (existsSync(folder)) throw new AuthorError(`${folder} exists already. Remove it, or name another folder.`)
  const modules = path.join(folder, 'node_modules')
  mkdirSync(modules, { recursive: true })
  const bundles = path.join(dist, 'bundles')
  cpSync(dist, path.join(folder, 'dist'), { recursive: true, filter: (file) => file !== bundles })
  const root = path.resolve(import.meta.dirname, '../node_modules')
  const copied = new Set<string>()
  const copy = (name: string, from: string) => {
    const place = findPackage(name, from)
    // Skips a package that is not installed because it is for another system.
    if (place === null || copied.has(place)) return
    copied.add(place)
    const target = path.join(modules, path.relative(root, place))
    cpSync(place, target, { recursive: true, filter: (file) => !isNested(place, file) && !isUnread(root, file) })
    const { dependencies, optionalDependencies }: Manifest = JSON.parse(
      readFileSync(path.join(place, 'package.json'), 'utf8'),
    )
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) copy(next, place)
  }
  for (const name of unbundledServerPackages) copy(name, root)
}

/**
 * Returns whether a file belongs to a package inside of a package. Such a package is copied on its own when it is
 * needed.
 */
const isNested = (place: string, file: string) => path.relative(place, file).split(path.sep)[0] === 'node_modules'

const isUnread = (root: string, file: string) => unread.test(path.relative(root, file).replaceAll(path.sep, '/'))

/** Returns the folder of a package as Node resolves it from another package; null when it is not installed. */
function findPackage(name: string, from: string): string | null {
  const folders = createRequire(path.join(from, 'package.json')).resolve.paths(name) ?? []
  return folders.map((folder) => path.join(folder, name)).find((place) => existsSync(place)) ?? null
}

if (import.meta.main) {
  try {
    const [folder] = process.argv.slice(2)
    if (!folder) throw new AuthorError('Name the folder: node scripts/pack.ts FOLDER')
    copyBuildWithRuntimePackages(path.resolve(folder))
  } catch (error) {
    if (!(error instanceof AuthorError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
