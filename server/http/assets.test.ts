import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { CANARY, fixtureContents, writeTemporaryFixture } from '../testing/fixture-build.ts'
import { readBuildOutput } from './build-output.ts'

const script = '/assets/main-abc123.js'

test('an asset is cached for a year without revalidation, and pages of any site may load the asset', async () => {
  const app = createTestApp()
  const answer = await app.inject({ url: script, headers: { 'accept-encoding': 'br' } })
  expect(answer.statusCode).toBe(200)
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(fixtureContents.script)
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('/javascript; charset=utf-8'),
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(String(answer.headers.vary).toLowerCase()).toBe('accept-encoding')
})

test('HEAD of an asset returns its length and no body', async () => {
  const app = createTestApp()
  const answer = await app.inject({ method: 'HEAD', url: script })
  expect(answer.headers['content-length']).toBe('600')
  expect(answer.body).toBe('')
})

test('a range of an asset is answered 206, and a range beyond its end is answered 416 with the length of the asset', async () => {
  const app = createTestApp()
  const part = await app.inject({ url: script, headers: { range: 'bytes=0-5' } })
  expect(part.statusCode).toBe(206)
  expect(part.body).toBe(fixtureContents.script.slice(0, 6))
  expect(part.headers['content-range']).toBe('bytes 0-5/600')
  const beyond = await app.inject({ url: script, headers: { range: 'bytes=600-' } })
  expect(beyond.statusCode).toBe(416)
  expect(beyond.headers['content-range']).toBe('bytes */600')
  expect(beyond.json().code).toBe('range_not_satisfiable')
})

test('If-Match with another entity tag is answered 412, and If-None-Match with the tag of the asset is answered 304', async () => {
  const app = createTestApp()
  const { headers } = await app.inject(script)
  const unmet = await app.inject({ url: script, headers: { 'if-match': '"other"' } })
  expect(unmet.json().code).toBe('precondition_failed')
  const same = await app.inject({ url: script, headers: { 'if-none-match': String(headers.etag) } })
  expect(same.statusCode).toBe(304)
  expect(same.body).toBe('')
})

test.each([
  '/assets',
  '/assets/',
  '/assets/.hidden',
  '/assets/nothing.js',
  '/assets/main-abc123.js.br',
  '/assets/main-abc123.js/',
])('%s is answered 404, because folders, hidden files and compressed copies are not served', async (path) => {
  const app = createTestApp()
  const answer = await app.inject(path)
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain(CANARY)
})

test('an asset that a newer build has put into the folder is served, and the folder is read once a second at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const build = readBuildOutput(join(writeTemporaryFixture(), 'dist'))
  const app = createTestApp({ build })
  const statusOf = async (name: string) => (await app.inject(`/assets/${name}`)).statusCode
  expect(await statusOf('next-abc123.js')).toBe(404)
  writeFileSync(join(build.webDir, 'assets/next-abc123.js'), 'export {}')
  vi.advanceTimersByTime(999)
  expect(await statusOf('next-abc123.js')).toBe(404)
  vi.advanceTimersByTime(1)
  expect(await statusOf('next-abc123.js')).toBe(200)
  expect(await statusOf('never-abc123.js')).toBe(404)
})

test('an unknown asset is answered 404 while a new build replaces the folder', async () => {
  const build = readBuildOutput(join(writeTemporaryFixture(), 'dist'))
  const app = createTestApp({ build })
  await app.ready()
  renameSync(build.webDir, `${build.webDir}.old`)
  expect((await app.inject('/assets/never-abc123.js')).statusCode).toBe(404)
})

test('an archive that ends in .gz is served unchanged when no file of the same name without .gz exists', async () => {
  const build = readBuildOutput(join(writeTemporaryFixture(), 'dist'))
  writeFileSync(join(build.webDir, 'assets/site.tar-abc123.gz'), 'archive')
  const app = createTestApp({ build })
  const answer = await app.inject({ url: '/assets/site.tar-abc123.gz', headers: { 'accept-encoding': 'gzip' } })
  expect([answer.statusCode, answer.body]).toEqual([200, 'archive'])
  expect(answer.headers['content-encoding']).toBeUndefined()
})
