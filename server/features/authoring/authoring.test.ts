import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PageDraft } from '#contract/authoring.ts'
import { hostilePageSources } from '#contract/testing/hostile-sources.ts'
import { buildPageMdx, createAuthorSite, initGitRepository, today } from '../../testing/author-site.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'

test('the desk lists every page with its state, its readers and its comments, drafts first', async () => {
  const site = await createAuthorSite({
    'later.mdx': buildPageMdx('/later', 'Later').replace(today, '2099-01-01T18:30+01:00'),
    'quiet.mdx': buildPageMdx('/quiet', 'Quiet', 'Words.', 'draft: true\n'),
    'private/secret.mdx': buildPageMdx('/secret', 'Secret'),
    'broken.mdx': '---\ntitle: [\n---\n',
    'scene.yaml': '',
  })
  await site.db
    .insertInto('statistics_pages')
    .values([
      { day: new Date().toISOString().slice(0, 10), page: '/boat', visits: 9, readers: 4, ends: 0, seconds: 0 },
      { day: '2020-01-01', page: '/boat', visits: 9, readers: 100, ends: 0, seconds: 0 },
    ])
    .execute()
  await site.db.insertInto('comment_pages').values({ page: 'boat', count: 3, version: 1 }).execute()
  await site.begin('boat.mdx', buildPageMdx('/boat', 'My boat', 'Other words.'))
  await site.begin(null, buildPageMdx('/new', 'New'))
  const { pages, whyOff } = await site.pages()
  expect(pages.map(({ file, title, state }) => [file, title, state])).toEqual([
    ['boat.mdx', 'My boat', 'changed'],
    [null, 'New', 'draft'],
    ['quiet.mdx', 'Quiet', 'draft'],
    ['later.mdx', 'Later', 'scheduled'],
    ['private/secret.mdx', 'Secret', 'published'],
    ['broken.mdx', 'broken.mdx', 'published'],
  ])
  expect(pages[0]).toMatchObject({ path: '/boat', readers: 4, comments: 3, published: today })
  expect(whyOff).toBeNull()
})

test('publishing a new page writes its file, builds the site and deletes the draft', async () => {
  const site = await createAuthorSite()
  const source = buildPageMdx('/my-keyboard', 'My keyboard')
  const { body: draft } = await site.begin(null, source)
  await site.prove()
  site.build.run = vi.fn(async () => expect(site.read('my-keyboard.mdx')).toBeNull())
  expect(await site.publishAll(draft)).toEqual({
    id: expect.any(String),
    state: 'done',
    step: '',
    problems: [],
    warning: '',
  })
  expect(site.build.run).toHaveBeenCalledTimes(1)
  expect(site.read('my-keyboard.mdx')).toBe(source)
  expect((await site.ask('GET', `/page-drafts/${draft.id}`)).status).toBe(404)
  expect((await site.logged())[0]).toBe('Ada Admin | page published | My keyboard | ')
})

test('publishing a page requires a proof of ownership within the last 15 minutes; saving a draft does not', async () => {
  const site = await createAuthorSite()
  await site.db.updateTable('sessions').set({ proved_at: null }).execute()
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  expect((await site.publish(draft)).body.code).toBe('proof_required')
  expect(site.read('boat.mdx')).toBe(site.boat)
  await site.prove()
  await site.db
    .updateTable('sessions')
    .set({ proved_at: Date.now() - 15 * 60_000 })
    .execute()
  expect((await site.publish(draft)).body.code).toBe('proof_required')
})

test('when a build fails, no file of a page changes, and the lines with problems are listed', async () => {
  const site = await createAuthorSite()
  await site.prove()
  site.build.run = async () => {
    throw new Error(
      'The site could not be built, and stays as it is. content/boat.mdx:7: no picture\ncontent/a.mdx:2: b',
    )
  }
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  expect(await site.publishAll(draft)).toMatchObject({
    state: 'failed',
    problems: [
      { line: 7, message: 'no picture' },
      { line: 1, message: 'content/a.mdx:2: b' },
    ],
  })
  expect(site.read('boat.mdx')).toBe(site.boat)
  const { body: fresh } = await site.begin(null, buildPageMdx('/new', 'New'))
  expect(await site.publishAll(fresh)).toMatchObject({ state: 'failed' })
  expect(site.read('new.mdx')).toBeNull()
  expect((await site.ask('GET', `/page-drafts/${draft.id}`)).body.source).toContain('My ship')
})

test('when the server closes during a build, the file of the page does not change', async () => {
  const site = await createAuthorSite()
  await site.prove()
  const building = Promise.withResolvers<void>()
  site.build.run = (signal) => {
    building.resolve()
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('ended')), { once: true }),
    )
  }
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  await site.publish(draft)
  await building.promise
  await site.app.close()
  expect(site.read('boat.mdx')).toBe(site.boat)
})

test('while the build of a publication runs, no file of a page changes', async () => {
  const site = await createAuthorSite()
  await site.prove()
  const before = readdirSync(site.folder, { recursive: true })
  site.build.run = vi.fn(async () => {
    expect(readdirSync(site.folder, { recursive: true })).toEqual(before)
    expect(site.read('boat.mdx')).toBe(site.boat)
  })
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  expect(await site.publishAll(draft)).toMatchObject({ state: 'done' })
  expect(site.build.run).toHaveBeenCalledTimes(1)
  expect(site.read('boat.mdx')).toBe(draft.source)
})

test('the second of two authors who save the same version is refused; a draft is not published over a file that has changed', async () => {
  const site = await createAuthorSite()
  await site.prove()
  const bo = await addPerson(site.db, { name: 'Bo', roles: ['Admin'] })
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  expect((await site.begin('boat.mdx', 'x')).body.code).toBe('draft_exists')
  const save = (source: string, token?: string) =>
    site.ask('PUT', `/page-drafts/${draft.id}`, { version: 1, source }, token)
  expect((await save('Of Bo', bo.token)).body).toMatchObject({ version: 2, editedBy: 'Bo', source: 'Of Bo' })
  expect((await save('Of Ada')).body.code).toBe('draft_changed')
  expect((await site.publish(draft)).body.code).toBe('draft_changed')
  site.write('boat.mdx', buildPageMdx('/boat', 'By hand'))
  expect((await site.publish({ ...draft, version: 2 })).body.code).toBe('page_changed')
  expect(site.read('boat.mdx')).toContain('By hand')
})

test('only one page is published at a time', async () => {
  const site = await createAuthorSite()
  await site.prove()
  const { promise, resolve } = Promise.withResolvers<void>()
  site.build.run = () => promise
  const { body: one } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  const { body: two } = await site.begin(null, buildPageMdx('/new', 'New'))
  const { body: begun } = await site.publish(one)
  expect((await site.publish(two)).body.code).toBe('publishing_now')
  resolve()
  expect(await site.untilEnded(begun.id)).toMatchObject({ state: 'done' })
  expect(await site.publishAll(two)).toMatchObject({ state: 'done' })
})

test.each([
  ['/', 'path: must be one lower-case segment such as /my-page'],
  ['/../boat', 'path: must be one lower-case segment such as /my-page'],
  ['/a/b', 'path: must be one lower-case segment such as /my-page'],
  ['/boat', 'path: /boat is taken by content/boat.mdx'],
])('a new page with the path %s is not published, and no file is written', async (path, message) => {
  const site = await createAuthorSite()
  await site.prove()
  site.build.run = vi.fn()
  const { body: draft } = await site.begin(null, buildPageMdx('/new', 'New'))
  const source = buildPageMdx(path, 'New')
  const { body: saved } = await site.ask('PUT', `/page-drafts/${draft.id}`, { version: 1, source })
  expect(await site.publishAll(saved)).toMatchObject({ state: 'failed', problems: [{ line: 2, message }] })
  expect(site.build.run).not.toHaveBeenCalled()
  expect(site.read('boat.mdx')).toBe(site.boat)
})

test('publishing a hostile page source fails before a file of the site changes or a build starts', async () => {
  const site = await createAuthorSite()
  await site.prove()
  site.build.run = vi.fn()
  let version = 1
  const { body: draft } = await site.begin('boat.mdx', site.boat)
  const ran: string[] = []
  for (const hostile of hostilePageSources) {
    const source = buildPageMdx('/boat', 'My boat', hostile)
    const saved = await site.ask('PUT', `/page-drafts/${draft.id}`, { version: version++, source })
    const { state } = await site.publishAll(saved.body as PageDraft)
    if (state !== 'failed') ran.push(hostile)
  }
  expect(ran).toEqual([])
  expect(hostilePageSources.length).toBeGreaterThanOrEqual(200)
  expect(site.build.run).not.toHaveBeenCalled()
  expect(site.read('boat.mdx')).toBe(site.boat)
})

test('file names outside the folder of pages, and names that no page can have, are refused', async () => {
  const site = await createAuthorSite()
  const long = `${'x'.repeat(300)}.mdx`
  const outside = ['../package.json', '/etc/passwd', 'private/../../x.mdx']
  for (const file of [...outside, 'boat.mdx%00', 'Boat.mdx', 'a/b.mdx', long]) {
    expect([file, (await site.begin(file, 'x')).body.code]).toEqual([file, 'bad_request'])
    const { status } = await site.ask('GET', `/page-source?file=${encodeURIComponent(file)}`)
    expect([file, status]).toEqual([file, 400])
  }
  expect((await site.begin('none.mdx', 'x')).body.code).toBe('not_found')
})

test('the desk can read the source of a page with code, and gets a list of the lines with code', async () => {
  const code = buildPageMdx('/code', 'Code', "import x from './x.ts'\n\n{x}")
  const site = await createAuthorSite({ 'code.mdx': code })
  const { body } = await site.ask('GET', '/page-source?file=code.mdx')
  expect(body).toMatchObject({ source: code, draft: null, problems: [{ line: 8 }, { line: 10 }] })
  expect((await site.ask('GET', '/page-source?file=boat.mdx')).body.problems).toEqual([])
})

test('in a git repository, a published page is committed in the author’s name, without other changes', async () => {
  const site = await createAuthorSite()
  const git = initGitRepository(site.folder)
  site.write('other.mdx', buildPageMdx('/other', 'Other'))
  git('add', '.')
  await site.prove()
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  await site.publishAll(draft)
  expect(git('log', '-1', '--format=%an|%ae|%s').trim()).toBe('Ada Admin|ada@example.org|Change My ship')
  expect(git('show', '--format=', '--name-only', 'HEAD').trim()).toBe('content/boat.mdx')
  expect(git('status', '--porcelain').trim()).toBe('A  content/other.mdx')
})

test('the versions of a page are its commits, the newest first, each with its text', async () => {
  const site = await createAuthorSite()
  const list = async () => (await site.ask('GET', '/page-versions?file=boat.mdx')).body.versions
  expect(await list()).toBeNull()
  initGitRepository(site.folder)
  await site.prove()
  const source = buildPageMdx('/boat', 'My ship')
  await site.publishAll((await site.begin('boat.mdx', source)).body)
  const versions = await list()
  expect(versions).toMatchObject([
    { author: 'Ada Admin', message: 'Change My ship' },
    { author: 'Start', message: 'Begin' },
  ])
  expect(Math.abs(Date.now() - versions[0].at)).toBeLessThan(60_000)
  const read = (commit: string, file = 'boat.mdx') => site.ask('GET', `/page-versions/${commit}?file=${file}`)
  expect((await read(versions[0].commit)).body).toEqual({ source })
  expect((await read(versions[1].commit)).body).toEqual({ source: site.boat })
  expect((await read('0'.repeat(40))).status).toBe(404)
  expect((await read(versions[0].commit, 'none.mdx')).status).toBe(404)
  expect((await read('--output=x')).status).toBe(400)
})

test('with AUTHORING_PUSH, git commits and pushes a published page; after a failed push, the page stays published with a warning', async () => {
  const site = await createAuthorSite({}, { push: true })
  const remote = `${site.folder}-remote`
  onTestFinished(() => rmSync(remote, { recursive: true, force: true }))
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote])
  const git = initGitRepository(site.folder)
  git('remote', 'add', 'origin', remote)
  git('push', '--quiet', '--set-upstream', 'origin', 'main')
  await site.prove()
  const first = await site.publishAll((await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))).body)
  expect(first).toMatchObject({ state: 'done', warning: '' })
  expect(execFileSync('git', ['log', '-1', '--format=%s', 'main'], { cwd: remote, encoding: 'utf8' }).trim()).toBe(
    'Change My ship',
  )
  rmSync(remote, { recursive: true })
  const second = await site.publishAll((await site.begin('boat.mdx', buildPageMdx('/boat', 'My raft'))).body)
  expect(second).toMatchObject({
    state: 'done',
    warning: 'git committed it and did not push it. The reason is in the log of the server.',
  })
  expect(site.read('boat.mdx')).toContain('My raft')
})

test('a server without the files of the site says why pages cannot be written, and refuses to write them', async () => {
  const site = await createDeskSite({ sources: { whyOff: 'AUTHORING=off' } })
  expect((await site.ask('GET', '/pages')).body).toEqual({ pages: [], whyOff: 'AUTHORING=off' })
  expect((await site.ask('POST', '/page-drafts', { file: null, base: null, source: 'x' })).body.code).toBe(
    'authoring_off',
  )
  expect((await site.ask('GET', '/page-source?file=boat.mdx')).body.code).toBe('authoring_off')
})

test('deleting a draft requires a recent proof of account ownership, keeps the file, and is logged', async () => {
  const site = await createAuthorSite()
  await site.db.updateTable('sessions').set({ proved_at: null }).execute()
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  expect((await site.ask('DELETE', `/page-drafts/${draft.id}`)).body.code).toBe('proof_required')
  await site.prove()
  expect((await site.ask('DELETE', `/page-drafts/${draft.id}`)).status).toBe(204)
  expect((await site.ask('DELETE', `/page-drafts/${draft.id}`)).status).toBe(404)
  expect(site.read('boat.mdx')).toBe(site.boat)
  expect((await site.logged())[0]).toBe('Ada Admin | draft deleted | My ship | ')
})
