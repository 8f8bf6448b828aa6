import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { readBuildRecord } from './build-record.ts'
import { contentFolder, siteFolder } from './site.ts'
import { addUnsavedPagePath, readFileOrUnsavedText } from './unsaved-page.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The sources of a built site, besides its configuration and pages. */
export const programSources = [
  'build',
  'contract',
  'hub',
  'server',
  'web',
  'vite.config.ts',
  'package-lock.json',
  '.node-version',
]

/** Returns a hash of the names and contents of files. */
export function hashFiles(files: string[], base = root): string {
  const hash = createHash('sha256')
  for (const file of files.toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileOrUnsavedText(path.join(base, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Lists all files of a folder, relative to a base, with `/` between the parts. */
export function listFiles(folder: string, base = root): string[] {
  const start = path.join(base, folder)
  const stat = statSync(start, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [folder]
  const files = readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return addUnsavedPagePath(start, files).map((file) => path.relative(base, file).replaceAll(path.sep, '/'))
}

/** Returns a hash of the data for a file name: eight characters, as in the names that the bundler gives. */
export const hashForFileName = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('base64url').slice(0, 8)

/**
 * Lists the paths of the author's files, relative to the folder, with `/` between the parts. Leaves out hidden files
 * and folders, which belong to editors, to the system, and to uploads that are not complete.
 */
export const listContentFiles = (folder = contentFolder): string[] =>
  listFiles('.', folder)
    .filter((file) => !/(^|\/)\./.test(file))
    .sort()

/** The hashes of a site's current sources, without tests. */
export interface SourceHashes {
  /** The hash of the program and the configuration: all sources but the pages. */
  program: string
  /** The hash of all sources. */
  sources: string
}

/** Hashes the current sources of a site. */
export function hashSources(folder = siteFolder): SourceHashes {
  const own = (name: string) => path.relative(root, path.join(folder, name))
  const hashOf = (files: string[], base?: string) =>
    hashFiles(
      files.filter((file) => !file.includes('.test.')),
      base,
    )
  const program = hashOf([...programSources, own('site.config.ts')].flatMap((place) => listFiles(place)))
  const content = path.join(folder, 'content')
  return { program, sources: program + hashOf(listContentFiles(content), content) }
}

/**
 * Returns whether dist/ was built from the current sources of the site, and contains all pages that are due by now.
 * @param hashes the hashes of the current sources
 */
export function isBuildCurrent(folder = siteFolder, hashes = hashSources(folder)): boolean {
  const { sources, nextBuild } = readBuildRecord(path.join(folder, 'dist'))
  return sources === hashes.sources && (nextBuild ?? Number.POSITIVE_INFINITY) > Date.now()
}
