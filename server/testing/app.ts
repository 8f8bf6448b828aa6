import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { onTestFinished } from 'vitest'
import { type AppOptions, createApp } from '../app.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { type BuildOutput, readBuildOutput } from '../http/build-output.ts'
import { fixtureDefinitionPath, writeFixture } from './fixture-build.ts'
import { origins } from './origins.ts'

/**
 * Creates the whole app with the build of the fixture. It is closed when the test is over. Without a database, every
 * query finds nothing.
 */
export function createTestApp(options: Partial<AppOptions> = {}): FastifyInstance {
  const app = createApp({ build: fixtureBuild(), db: createDummyDatabase(), origins, ...options })
  onTestFinished(() => app.close())
  return app
}

let build: BuildOutput | undefined

/**
 * Returns the build that all tests share, so no test may change it. It is never deleted, because a worker of Vitest
 * ends without an `exit` event.
 */
function fixtureBuild(): BuildOutput {
  build ??= readBuildOutput(join(keptFixture(), 'dist'))
  return build
}

/**
 * Returns the folder of this version of the fixture. If the folder is missing, writes a temporary folder and renames
 * it, so that no other worker reads an incomplete folder.
 */
function keptFixture(): string {
  const cache = resolve('node_modules/.cache')
  const version = createHash('sha256').update(readFileSync(fixtureDefinitionPath)).digest('hex').slice(0, 12)
  const folder = join(cache, `fixture-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const written = writeFixture(cache)
  try {
    renameSync(written, folder)
  } catch (error) {
    rmSync(written, { recursive: true })
    // Another worker has created the folder in the meantime.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Returns a database in which every query finds nothing. */
export const createDummyDatabase = (): Database =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

/** Creates a logger for createTestApp. `lines` returns the lines that it has written so far. */
export function createLogRecorder(): {
  logger: NonNullable<AppOptions['logger']>
  lines: () => Record<string, unknown>[]
} {
  const stream = new PassThrough()
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  return {
    logger: { level: 'info', stream },
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}
