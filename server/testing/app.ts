import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { onTestFinished } from 'vitest'
import { type AppOptions, createApp } from '../app.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { readBuildOutput } from '../http/build-output.ts'
import type { Origins } from '../http/origins.ts'
import { writeFixtureBuild } from './fixture-build.ts'

/** Where the tests' site is. */
export const origins: Origins = ['https://site.test', 'https://app.test']

/** The whole app over the fixture's build; closed when the test is over. Without a database, every query finds nothing. */
export function createTestApp(options: Partial<AppOptions> = {}): FastifyInstance {
  const build = readBuildOutput(join(writeFixtureBuild(), 'dist'))
  const app = createApp({ build, db: emptyDatabase(), origins, ...options })
  onTestFinished(() => app.close())
  return app
}

const emptyDatabase = (): Database =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

/** A logger for createTestApp and the lines it has written so far. */
export function recordLog(): { logger: NonNullable<AppOptions['logger']>; lines: () => Record<string, unknown>[] } {
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
