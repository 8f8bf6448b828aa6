import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type AppOptions, createApp } from '../app.ts'
import { readBuildOutput } from '../http/build-output.ts'
import { writeFixtureBuild } from './fixture-build.ts'

/** The whole app over the fixture's build; closed when the test is over. */
export function createTestApp(options: Omit<AppOptions, 'build'> = {}): FastifyInstance {
  const app = createApp({ ...options, build: readBuildOutput(join(writeFixtureBuild(), 'dist')) })
  onTestFinished(() => app.close())
  return app
}

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
