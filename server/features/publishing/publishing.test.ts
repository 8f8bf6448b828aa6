import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createEventBus } from '../../events/events.ts'
import { readBuildOutput } from '../../http/build-output.ts'
import { repeatJob } from '../../jobs/repeat-job.ts'
import { createDummyDatabase, createLogRecorder, createTestApp } from '../../testing/app.ts'
import { writeTemporaryFixture } from '../../testing/fixture-build.ts'
import { connectHubTestClient } from '../../testing/hub-test-client.ts'
import { listenOnFreePort } from '../../testing/raw-connection.ts'
import { createPublishingFeature } from './feature.ts'

const NOON = Date.parse('2026-12-01T12:00:00Z')
const EVENING = Date.parse('2026-12-01T18:30:00Z')

beforeEach(() => {
  vi.setSystemTime(NOON)
})

/** Starts a site with a page that is due in the evening. `build` writes the next build; null without sources. */
async function startSite(build: ((dist: string) => void) | null) {
  const dist = join(writeTemporaryFixture(), 'dist')
  const change = (more: object) => {
    const record = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8'))
    writeFileSync(join(dist, 'build.json'), JSON.stringify({ ...record, ...more }))
  }
  change({ program: 'program-1', nextBuild: EVENING })
  const runBuild = build && vi.fn(async () => build(dist))
  const start = () => startProcess(dist, runBuild)
  return { ...(await start()), start, dist, change, runBuild }
}

/** Starts a process that serves the build in `dist`. */
async function startProcess(dist: string, runBuild: (() => Promise<void>) | null) {
  const log = createLogRecorder()
  const app = createTestApp({ build: readBuildOutput(dist), runBuild, logger: log.logger })
  await app.ready()
  const [job, followJob] = app.features.find(({ name }) => name === 'publishing')?.jobs ?? []
  if (!job || !followJob) throw new Error('There is no job for scheduled pages.')
  const get = async (url: string) => {
    const { statusCode, body, headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    return { status: statusCode, body, location: headers.location }
  }
  return { app, job, followJob, get, warnings: () => log.lines().map(({ msg }) => msg) }
}

/** Writes the next build: it has a new page with an alias, and a new file. */
function writeNextBuild(dist: string) {
  const record = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8'))
  const [home] = record.pages
  const evening = { ...home, key: 'evening', path: '/evening', title: 'Evening', aliases: ['/dusk'], isArticle: true }
  evening.published = new Date(EVENING).toISOString()
  writeFileSync(join(dist, 'web/evening.html'), '<!doctype html><title>Evening</title>')
  writeFileSync(join(dist, 'web/index.html'), '<!doctype html><title>Home</title><a href="/evening">Evening</a>')
  for (const extension of ['br', 'gz']) writeFileSync(join(dist, `web/index.html.${extension}`), '')
  writeFileSync(join(dist, 'web/assets/evening-abc123.js'), 'export {}')
  const pages = [...record.pages, evening]
  writeFileSync(join(dist, 'build.json'), JSON.stringify({ ...record, version: 'next', pages, nextBuild: null }))
}

test('a scheduled page appears at its scheduled time and not before, with its path, alias and files, without a restart', async () => {
  const { app, job, get, runBuild } = await startSite(writeNextBuild)
  vi.setSystemTime(EVENING - 1)
  await job.run()
  expect(runBuild).not.toHaveBeenCalled()
  for (const path of ['/evening', '/dusk', '/assets/evening-abc123.js'])
    expect((await get(path)).status, path).toBe(404)

  vi.setSystemTime(EVENING)
  await job.run()
  expect(await get('/evening')).toMatchObject({ status: 200, body: expect.stringContaining('<title>Evening') })
  expect(await get('/dusk?from=mail')).toMatchObject({ status: 308, location: '/evening?from=mail' })
  expect(await get('/evening/')).toMatchObject({ status: 308, location: '/evening' })
  expect((await get('/assets/evening-abc123.js')).status).toBe(200)
  expect((await get('/about')).status).toBe(200)
  expect((await app.inject('/api/version')).json()).toMatchObject({ version: 'next' })
  const posted = await app.inject({ method: 'POST', url: '/evening' })
  expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  expect((await app.inject('/comments/evening')).statusCode).toBe(200)

  await job.run()
  expect(runBuild).toHaveBeenCalledTimes(1)
})

test('a process serves the build of another process within a second, without a restart, and notifies its open pages', async () => {
  const { start, job, dist } = await startSite(writeNextBuild)
  const other = await start()
  const page = await connectHubTestClient(`http://127.0.0.1:${await listenOnFreePort(other.app)}`)
  await page.until('versionServed', 1)
  await other.followJob.run()
  vi.setSystemTime(EVENING)
  await job.run()
  expect((await other.get('/evening')).status).toBe(404)
  expect(other.followJob.everyMs).toBe(1_000)
  await other.followJob.run()
  expect(await other.get('/evening')).toMatchObject({ status: 200, body: expect.stringContaining('<title>Evening') })
  expect((await other.get('/dusk')).location).toBe('/evening')
  const newPage = { title: 'Evening', path: '/evening' }
  expect((await other.app.inject('/api/version')).json()).toEqual({ version: 'next', newPage })
  expect(await page.until('versionServed', 2)).toEqual(['fixture-1', 'next'])

  // A build is missing for a moment while the next one replaces it.
  rmSync(join(dist, 'build.json'))
  await other.followJob.run()
  expect((await other.get('/evening')).status).toBe(200)
})

test('the process that builds the site changes to the new build only once, so /api/version still names the new page', async () => {
  const { app, job, followJob } = await startSite(writeNextBuild)
  vi.setSystemTime(EVENING)
  await Promise.all([job.run(), followJob.run()])
  await followJob.run()
  expect((await app.inject('/api/version')).json()).toMatchObject({ newPage: { path: '/evening' } })
})

test('a process does not serve a build with other server code, and reads an incomplete build again later', async () => {
  const { followJob, change, dist, get } = await startSite(null)
  writeNextBuild(dist)
  change({ program: 'program-2' })
  await followJob.run()
  expect((await get('/evening')).status).toBe(404)

  const record = readFileSync(join(dist, 'build.json'), 'utf8')
  writeFileSync(join(dist, 'build.json'), '{')
  await expect(followJob.run()).rejects.toThrow('There is no complete build')
  await expect(followJob.run()).rejects.toThrow('There is no complete build')
  writeFileSync(join(dist, 'build.json'), record.replace('program-2', 'program-1'))
  await followJob.run()
  expect((await get('/evening')).status).toBe(200)
})

test('a page that is scheduled while the server runs appears at its scheduled time, too', async () => {
  vi.useFakeTimers({ now: EVENING - 660_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const build = { dir: '', version: 'one', program: 'program-1', nextBuild: null as number | null, pages: [] }
  const runBuild = vi.fn(async () => Promise.reject(new Error('the test builds nothing')))
  const { app } = await startSite(null)
  const feature = createPublishingFeature({
    db: createDummyDatabase(),
    events: createEventBus(() => {}),
    build,
    runBuild,
    changeOver: async () => {},
    log: app.log,
  })
  const [job] = feature.jobs
  const running = job && repeatJob(job, { onSuccess: () => {}, onError: () => 1_000 })
  await vi.advanceTimersByTimeAsync(60_000)
  // Does what a publication at the desk does, ten minutes before the scheduled time.
  build.nextBuild = EVENING
  await vi.advanceTimersByTimeAsync(599_999)
  expect(runBuild).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_001)
  expect(runBuild).toHaveBeenCalledTimes(1)
  const stopped = running?.stop()
  await vi.advanceTimersByTimeAsync(2_000)
  await stopped
})

test('open pages get the version of the new build, and the title and path of the new page', async () => {
  const { app, job } = await startSite(writeNextBuild)
  const page = await connectHubTestClient(`http://127.0.0.1:${await listenOnFreePort(app)}`)
  await page.until('versionServed', 1)
  const heard = [['fixture-1', null]]
  page.client.on('versionServed', (...details) => heard.push(details))
  vi.setSystemTime(EVENING)
  await job.run()
  expect(await page.until('versionServed', 2)).toEqual(['fixture-1', 'next'])
  const newPage = { title: 'Evening', path: '/evening' }
  expect(heard).toEqual([
    ['fixture-1', null],
    ['next', newPage],
  ])
  expect((await app.inject('/api/version')).json()).toEqual({ version: 'next', newPage })
})

test('a failed build is reported as an error of the job, and the site does not change', async () => {
  const { job, get, runBuild } = await startSite(() => {
    throw new Error('content/evening.mdx:7: there is no picture')
  })
  vi.setSystemTime(EVENING)
  await expect(job.run()).rejects.toThrow('content/evening.mdx:7: there is no picture')
  expect((await get('/')).status).toBe(200)
  expect((await get('/evening')).status).toBe(404)
  // The next build follows only after ten minutes.
  vi.setSystemTime(EVENING + 599_999)
  await job.run()
  expect(runBuild).toHaveBeenCalledTimes(1)
  vi.setSystemTime(EVENING + 600_000)
  await expect(job.run()).rejects.toThrow('there is no picture')
})

test('an incomplete build does not replace the served build', async () => {
  const { job, get } = await startSite((dist) => {
    writeNextBuild(dist)
    writeFileSync(join(dist, 'build.json'), '{')
  })
  vi.setSystemTime(EVENING)
  await expect(job.run()).rejects.toThrow('There is no complete build')
  expect((await get('/')).status).toBe(200)
  expect((await get('/evening')).status).toBe(404)
})

test('a scheduled page waits for the next deploy when the server has no sources or when the server code has changed; the log says so once', async () => {
  const without = await startSite(null)
  vi.setSystemTime(EVENING)
  await without.job.run()
  await without.job.run()
  expect(without.warnings()).toEqual([
    'a scheduled page appears with the next deploy: this server does not have the sources of the build that it serves',
  ])

  vi.setSystemTime(NOON)
  const other = await startSite((dist) => {
    writeNextBuild(dist)
    other.change({ program: 'program-2' })
  })
  vi.setSystemTime(EVENING)
  await other.job.run()
  expect(other.warnings()).toEqual([
    'a scheduled page appears with the next deploy: the program of the site has changed: restart the site',
  ])
  expect((await other.get('/evening')).status).toBe(404)
})
