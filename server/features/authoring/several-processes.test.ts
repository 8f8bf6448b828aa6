import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readBuildOutput } from '../../http/build-output.ts'
import { buildPageMdx, createAuthorSite } from '../../testing/author-site.ts'
import { writeTemporaryFixture } from '../../testing/fixture-build.ts'

const ship = buildPageMdx('/boat', 'My ship')
const stopped = { line: 1, message: 'The server stopped before the page was published. Publish it again.' }

/** Creates a site with two further processes, one of which publishes a page until the test ends the build. */
async function createPublishingSite() {
  const site = await createAuthorSite()
  await site.prove()
  const end = Promise.withResolvers<void>()
  const building = Promise.withResolvers<void>()
  site.build.run = (signal) => {
    signal.addEventListener('abort', () => end.reject(new Error('aborted')))
    building.resolve()
    return end.promise
  }
  const [one, two] = [await site.startProcess(), await site.startProcess()]
  const { body: draft } = await site.begin('boat.mdx', ship)
  const begun = await one.publish(draft)
  await building.promise
  return { ...site, one, two, draft, id: begun.id as string, end }
}

test('every process knows the step and the result of a publication, and refuses a second publication while the first one runs', async () => {
  const { two, draft, id, end, begin, untilEnded } = await createPublishingSite()
  expect(await two.publication(id)).toMatchObject({ id, state: 'running', step: 'Building the site …' })
  const { body: other } = await begin(null, buildPageMdx('/new', 'New'))
  expect((await two.publish(other)).code).toBe('publishing_now')
  expect((await two.publish(draft)).code).toBe('publishing_now')
  end.reject(new Error('content/boat.mdx:7: no picture'))
  await untilEnded(id)
  const failed = { id, state: 'failed', step: '', problems: [{ line: 7, message: 'no picture' }], warning: '' }
  expect(await two.publication(id)).toEqual(failed)
})

test('the result of a publication can still be read after another page has been published', async () => {
  const { two, id, end, build, begin, untilEnded, publication } = await createPublishingSite()
  end.reject(new Error('content/boat.mdx:7: no picture'))
  await untilEnded(id)
  build.run = async () => {}
  const { body: other } = await begin(null, buildPageMdx('/new', 'New'))
  expect(await untilEnded((await two.publish(other)).id)).toMatchObject({ state: 'done' })
  expect(await publication(id)).toMatchObject({ state: 'failed', problems: [{ line: 7 }] })
})

test('a page that one process has published is served by the others when their jobs run', async () => {
  const site = await createAuthorSite()
  await site.prove()
  const dist = join(writeTemporaryFixture(), 'dist')
  site.build.run = async () => {
    const record = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8'))
    writeFileSync(join(dist, 'web/new.html'), '<!doctype html><title>New</title>')
    const pages = [...record.pages, { ...record.pages[0], key: 'new', path: '/new', title: 'New', isArticle: true }]
    writeFileSync(join(dist, 'build.json'), JSON.stringify({ ...record, version: 'next', pages }))
  }
  const start = () => site.startProcess({ build: readBuildOutput(dist) })
  const [one, two] = [await start(), await start()]
  const { body: draft } = await site.begin(null, buildPageMdx('/new', 'New'))
  expect(await site.untilEnded((await one.publish(draft)).id)).toMatchObject({ state: 'done' })
  const statusAt = async ({ app }: typeof one) => (await app.inject('/new')).statusCode
  expect([await statusAt(one), await statusAt(two)]).toEqual([200, 404])
  for (const job of two.app.features.find(({ name }) => name === 'publishing')?.jobs ?? []) await job.run()
  expect(await statusAt(two)).toBe(200)
})

test.each([
  ['has written the page', true],
  ['has ended with the process', false],
])(
  'when a process is killed during a publication and its build %s, another process finishes the publication after two minutes',
  async (_, isWritten) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const site = await createPublishingSite()
    const { two, draft, id, build, ask, logged, read, write, publication, untilEnded } = site
    if (isWritten) write('boat.mdx', ship)
    build.run = async () => {}
    expect(await two.publication(id)).toMatchObject({ state: 'running' })
    vi.setSystemTime(Date.now() + 120_000)
    expect(await two.publication(id)).toMatchObject({ id, state: 'running' })
    expect(await untilEnded(id)).toEqual({ id, state: 'done', step: '', problems: [], warning: '' })
    expect(read('boat.mdx')).toBe(ship)
    expect((await ask('GET', `/page-drafts/${draft.id}`)).status).toBe(404)
    expect((await logged())[0]).toContain('page published | My ship')
    expect(await publication(id)).toMatchObject({ state: 'done' })
  },
)

test('a publication is continued only once, and fails when the second process is killed too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { two, id, end, build, publication } = await createPublishingSite()
  const secondEnd = Promise.withResolvers<void>()
  const building = Promise.withResolvers<void>()
  build.run = () => {
    building.resolve()
    return secondEnd.promise
  }
  vi.setSystemTime(Date.now() + 120_000)
  expect(await two.publication(id)).toMatchObject({ id, state: 'running' })
  await building.promise
  vi.setSystemTime(Date.now() + 120_000)
  expect(await publication(id)).toEqual({ id, state: 'failed', step: '', problems: [stopped], warning: '' })
  for (const { reject } of [end, secondEnd]) reject(new Error('killed'))
})

test('when a process is killed during a publication and the draft is saved afterwards, the publication fails, and another process can publish the draft', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { two, draft, id, boat, build, ask, read, publication, untilEnded } = await createPublishingSite()
  const source = buildPageMdx('/boat', 'My raft')
  const { body: saved } = await ask('PUT', `/page-drafts/${draft.id}`, { version: 1, source })
  vi.setSystemTime(Date.now() + 120_000)
  const failed = { id, state: 'failed', step: '', problems: [stopped], warning: '' }
  expect(await publication(id)).toEqual(failed)
  build.run = vi.fn(async () => Promise.reject(new Error('content/boat.mdx:7: no picture')))
  const again = await untilEnded((await two.publish(saved)).id)
  expect(again).toMatchObject({ state: 'failed', problems: [{ line: 7, message: 'no picture' }] })
  expect(read('boat.mdx')).toBe(boat)
  expect(await publication(id)).toEqual(failed)
})

test('when a process is killed after it has published a page, the publication is done, with a warning about git', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const site = await createAuthorSite()
  await site.prove()
  // A hook of git waits until the test creates a file.
  const hooks = join(site.folder, '.git/hooks')
  const end = join(site.folder, '.git/end')
  execFileSync('git', ['init', '--quiet'], { cwd: site.folder })
  mkdirSync(hooks, { recursive: true })
  const wait = `#!/bin/sh\nuntil [ -e '${end}' ]; do sleep 0.01; done\n`
  writeFileSync(join(hooks, 'prepare-commit-msg'), wait, { mode: 0o755 })
  const { body: draft } = await site.begin('boat.mdx', ship)
  const { body: begun } = await site.publish(draft)
  await vi.waitFor(async () =>
    expect(await site.publication(begun.id)).toMatchObject({ step: expect.stringMatching(/^Committing/) }),
  )
  vi.setSystemTime(Date.now() + 120_000)
  expect(await site.publication(begun.id)).toMatchObject({
    state: 'done',
    warning: expect.stringMatching(/^the server stopped/),
  })
  writeFileSync(end, '')
  await site.app.close()
})

test.each([
  ['succeeds', (end: PromiseWithResolvers<void>) => end.resolve()],
  ['fails', (end: PromiseWithResolvers<void>) => end.reject(new Error('content/boat.mdx:7: no picture'))],
])(
  'after another process has taken over the publishing, the first process changes no draft when its build %s',
  async (_, endBuild) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { one, two, draft, id, end, build, ask, logged, read, publication, untilEnded } = await createPublishingSite()
    vi.setSystemTime(Date.now() + 120_000)
    const next = Promise.withResolvers<void>()
    build.run = () => next.promise
    const begun = await two.publish(draft)
    endBuild(end)
    await one.app.close()
    expect((await ask('GET', `/page-drafts/${draft.id}`)).body).toMatchObject({ source: ship })
    expect((await logged()).join()).not.toContain('page published')
    expect(await publication(id)).toMatchObject({ state: 'running' })
    next.resolve()
    expect(begun.id).toBe(id)
    expect(await untilEnded(id)).toMatchObject({ state: 'done' })
    expect(read('boat.mdx')).toBe(ship)
  },
)

test('when a process shuts down during a publication, the page stays as it is, and another process finishes the publication at once', async () => {
  const { one, two, id, boat, build, read, untilEnded } = await createPublishingSite()
  await one.app.close()
  expect(read('boat.mdx')).toBe(boat)
  build.run = async () => {}
  expect(await two.publication(id)).toMatchObject({ id, state: 'running' })
  expect(await untilEnded(id)).toMatchObject({ state: 'done' })
  expect(read('boat.mdx')).toBe(ship)
})

test('a refused publication does not block the next one, and the site keeps the latest ten publications', async () => {
  const site = await createAuthorSite()
  await site.prove()
  const { body: draft } = await site.begin('boat.mdx', ship)
  expect((await site.publish({ ...draft, version: 2 })).body.code).toBe('draft_changed')
  site.build.run = async () => Promise.reject(new Error('content/boat.mdx:7: no picture'))
  const first = await site.publishAll(draft)
  for (let count = 1; count < 10; count++) await site.publishAll(draft)
  expect((await site.publication(first.id)).problems).toEqual([{ line: 7, message: 'no picture' }])
  await site.publishAll(draft)
  expect((await site.publication(first.id)).problems).toEqual([stopped])
})

test('when a build is stopped after it has written the page, the page can still be changed and published', async () => {
  const site = await createAuthorSite()
  await site.prove()
  const { body: draft } = await site.begin('boat.mdx', ship)
  site.build.run = async () => {
    site.write('boat.mdx', ship)
    throw new Error('stopped')
  }
  expect(await site.publishAll(draft)).toMatchObject({ state: 'failed' })
  site.build.run = async () => {}
  const source = buildPageMdx('/boat', 'My raft')
  const { body: saved } = await site.ask('PUT', `/page-drafts/${draft.id}`, { version: 1, source })
  expect(await site.publishAll(saved)).toMatchObject({ state: 'done' })
  expect(site.read('boat.mdx')).toBe(source)
})
