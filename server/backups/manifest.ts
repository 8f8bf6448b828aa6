import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { StartError } from '../http/start-error.ts'

/** The file of a backup that describes its other files. A backup without this file is incomplete. */
export const MANIFEST_FILE = 'manifest.json'
/** The folder in a backup that contains the files of DATA_DIR other than the database. */
export const FILES_FOLDER = 'files'
/** The file of a backup that contains the database, by the kind of the database. */
export const databaseFileNames = { sqlite: 'site.sqlite', postgres: 'site.dump' } as const

/** Returns whether a relative path leads out of its folder. */
export const leadsOutOfFolder = (path: string) => isAbsolute(path) || normalize(path).split(/[\\/]/).includes('..')

const fingerprint = z.object({
  /** The number of rows and a hash of all rows by table. The hash does not depend on the order of the rows. */
  tables: z.record(z.string(), z.object({ rows: z.int(), hash: z.string() })),
  /** Sums of amounts in minor units, as text. */
  sums: z.record(z.string(), z.string()),
})
/** The row counts, hashes and sums of a database. A restored copy must have the same ones. */
export type DatabaseFingerprint = z.output<typeof fingerprint>

const manifest = fingerprint.extend({
  format: z.literal(1),
  /** The version of the build that the site served; null when there was no build. */
  version: z.string().nullable(),
  /** The last migration of the database. */
  schema: z.string(),
  createdAt: z.int(),
  database: z.enum(['sqlite', 'postgres']),
  /** The schema of the tables in a database on Postgres. Backups of earlier versions lack it. */
  postgresSchema: z.string().optional(),
  files: z.array(
    z.object({
      path: z.string().refine((path) => !leadsOutOfFolder(path)),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
})
export type Manifest = z.output<typeof manifest>

/** Reads the manifest of a backup. @throws {StartError} when the folder is not a complete backup */
export function readManifest(folder: string): Manifest {
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST_FILE), 'utf8')
  } catch {
    throw new StartError(`${folder} is no complete backup: it has no ${MANIFEST_FILE}. Choose another backup.`)
  }
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new StartError(`The ${MANIFEST_FILE} of ${folder} cannot be read. Choose another backup.`)
  }
}

/** Returns the size and the hash of a file of a backup. */
export async function readFileSizeAndHash(folder: string, path: string): Promise<Manifest['files'][number]> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path)), hash)
  return { path, bytes: statSync(join(folder, path)).size, sha256: hash.digest('hex') }
}

/** Returns a sentence for each file of the backup that is missing or differs from the manifest. */
export async function findBackupFileProblems(folder: string, { files }: Manifest): Promise<string[]> {
  const problems: string[] = []
  for (const file of files) {
    const found = await readFileSizeAndHash(folder, file.path).catch(() => null)
    if (!found) problems.push(`The file ${file.path} is missing or cannot be read.`)
    else if (found.sha256 !== file.sha256)
      problems.push(`The file ${file.path} differs from the one that was backed up.`)
  }
  return problems
}

/** Returns the number of rows of all tables. */
export const sumRowCounts = ({ tables }: DatabaseFingerprint): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** Returns the size of a backup in bytes, without its manifest. */
export const sumFileBytes = ({ files }: Manifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
