import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDataDir } from './data-dir.ts'
import { readBuildOutput } from './http/build-output.ts'
import { listen } from './http/listen.ts'
import { StartError } from './http/start-error.ts'
import { createLogRecorder, createTestApp } from './testing/app.ts'
import { writeTemporaryFixture } from './testing/fixture-build.ts'

// main.test.ts tests that the server prints only the message of a StartError, and exits with code 1.

test('the start fails with one message when the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    other.close()
  })
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { logger, lines } = createLogRecorder()
  await expect(listen(createTestApp({ logger }), { HOST: '127.0.0.1', PORT: port })).rejects.toThrow(
    new StartError(`Port ${port} is in use by another program. Stop it, or set PORT to another number.`),
  )
  expect(lines()).toEqual([])
})

test('the start fails with one message when another site runs at the port already', async () => {
  const running = createTestApp()
  const { port } = new URL(await listen(running, { HOST: '127.0.0.1', PORT: 0 }))
  await expect(listen(createTestApp(), { HOST: '127.0.0.1', PORT: Number(port) })).rejects.toThrow(
    new StartError(
      `This site, or another one of its kind, runs at http://127.0.0.1:${port} already. Stop it first, or set PORT to another number.`,
    ),
  )
})

test('the start fails with one message when HOST is an address of another machine', async () => {
  await expect(listen(createTestApp(), { HOST: '203.0.113.1', PORT: 0 })).rejects.toThrow(
    new StartError('HOST 203.0.113.1 is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all.'),
  )
})

test('the start fails with one message when DATA_DIR cannot be a folder', () => {
  const root = writeTemporaryFixture()
  writeFileSync(join(root, 'file'), '')
  const path = join(root, 'file', 'data')
  expect(() => prepareDataDir(path)).toThrow(
    new StartError(
      `DATA_DIR ${path} cannot be a folder, because ${join(root, 'file')} is a file. Remove that file, or choose another folder.`,
    ),
  )
})

test.each(['dist/build.json', 'dist/web/404.html', 'dist/web/index.html', 'dist/web'])(
  'the start fails with one message when the build has no %s',
  (part) => {
    const root = writeTemporaryFixture()
    rmSync(join(root, part), { recursive: true })
    const start = () => createTestApp({ build: readBuildOutput(join(root, 'dist')) })
    expect(start).toThrow(StartError)
    expect(start).toThrow(/^There is no complete build at \S+\. Run "npm run build", then start again\.$/)
  },
)
