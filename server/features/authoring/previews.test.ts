import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { PageDraft } from '#contract/authoring.ts'
import { readBuildOutput } from '../../http/build-output.ts'
import { buildPageMdx, createAuthorSite } from '../../testing/author-site.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { writeTemporaryFixture } from '../../testing/fixture-build.ts'

const source = buildPageMdx('/my-keyboard', 'My keyboard')

test('a preview shows a page as its readers will see it; a new page is rendered with its future file name', async () => {
  const { ask, renderPreview } = await createAuthorSite()
  const { body } = await ask('POST', '/page-preview', { file: null, source })
  expect(body).toEqual({ html: `<h1>my-keyboard.mdx</h1>${source}`, problems: [] })
  await ask('POST', '/page-preview', { file: 'boat.mdx', source })
  expect(renderPreview.mock.lastCall?.[0]).toEqual({ file: 'boat.mdx', source })
  await ask('POST', '/page-preview', { file: null, source: buildPageMdx('/../up', 'Up') })
  expect(renderPreview.mock.lastCall?.[0].file).toBe('new-page.mdx')
})

test('a page with code is never rendered as a preview; the lines with code are listed', async () => {
  const { ask, renderPreview } = await createAuthorSite()
  const { body } = await ask('POST', '/page-preview', { file: null, source: `${source}\n{process.exit()}\n` })
  expect(body).toMatchObject({ html: null, problems: [{ line: 10 }] })
  expect(renderPreview).not.toHaveBeenCalled()
})

test('the reply to a request for a preview lists the problems of the page, or says that the preview could not be rendered', async () => {
  const { ask, renderPreview } = await createAuthorSite()
  const problems = [{ line: 4, message: 'title: is missing' }]
  renderPreview.mockResolvedValueOnce({ id: 1, problems })
  expect((await ask('POST', '/page-preview', { file: null, source })).body).toEqual({ html: null, problems })
  renderPreview.mockRejectedValueOnce(new Error('ended'))
  const { status, body } = await ask('POST', '/page-preview', { file: null, source })
  expect(status).toBe(200)
  expect(body.problems[0].message).toBe('The preview could not be drawn. It is tried again with the next change.')
})

test('anybody can open a shared preview at its secret URL until the sharing ends', async () => {
  const { ask, begin, app, renderPreview, logged } = await createAuthorSite()
  const { body: draft } = await begin(null, source)
  expect(draft.previewKey).toBeNull()
  const share = async (isShared: boolean) =>
    (await ask('PUT', `/page-drafts/${draft.id}/preview`, { isShared })).body as PageDraft
  const { previewKey } = await share(true)
  expect(previewKey).toMatch(/^[\w-]{32}$/)
  expect((await share(true)).previewKey).toBe(previewKey)
  const open = () => app.inject(`/preview/${previewKey}`)
  const answer = await open()
  expect([answer.statusCode, answer.body]).toEqual([200, `<h1>my-keyboard.mdx</h1>${source}`])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  await open()
  expect(renderPreview).toHaveBeenCalledTimes(1)
  await ask('PUT', `/page-drafts/${draft.id}`, { version: 1, source: `${source}\nMore.\n` })
  expect((await open()).body).toContain('More.')
  await share(false)
  expect((await open()).statusCode).toBe(404)
  expect((await app.inject('/preview/%00')).statusCode).toBe(inject('postgres') ? 400 : 404)
  expect((await share(true)).previewKey).not.toBe(previewKey)
  expect((await logged()).slice(0, 3)).toEqual([
    'Ada Admin | preview shared | My keyboard | ',
    'Ada Admin | preview taken back | My keyboard | ',
    'Ada Admin | preview shared | My keyboard | ',
  ])
})

test('a shared preview with problems says that its author is changing it, without revealing the problems', async () => {
  const { ask, begin, app, renderPreview } = await createAuthorSite()
  const { body: draft } = await begin(null, source)
  const { body } = await ask('PUT', `/page-drafts/${draft.id}/preview`, { isShared: true })
  renderPreview.mockResolvedValue({ id: 1, problems: [{ line: 4, message: 'secret words' }] })
  const answer = await app.inject(`/preview/${body.previewKey}`)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'preview_unfinished'])
  expect(answer.body).not.toContain('secret')
})

test('a server without the sources of the site has no previews', async () => {
  const { ask, app } = await createDeskSite()
  expect((await ask('POST', '/page-preview', { file: null, source })).body.code).toBe('authoring_off')
  expect((await app.inject('/preview/x')).statusCode).toBe(404)
})

test('a shared preview is rendered again after the renderer has failed once', async () => {
  const site = await createAuthorSite()
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My boat'))
  const { previewKey } = (await site.ask('PUT', `/page-drafts/${draft.id}/preview`, { isShared: true })).body
  const open = async () => (await site.call('GET', `/preview/${previewKey}`)).statusCode
  site.renderPreview.mockRejectedValueOnce(new Error('The program has ended.'))
  expect([await open(), await open(), await open()]).toEqual([409, 200, 200])
  expect(site.renderPreview).toHaveBeenCalledTimes(2)
})

test('a shared preview has the Content-Security-Policy of the served build, and is rendered again when the server serves a newer build', async () => {
  const site = await createAuthorSite()
  const dist = join(writeTemporaryFixture(), 'dist')
  const { app } = await site.startProcess({ build: readBuildOutput(dist) })
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My boat'))
  const { previewKey } = (await site.ask('PUT', `/page-drafts/${draft.id}/preview`, { isShared: true })).body
  const open = async () => (await app.inject(`/preview/${previewKey}`)).headers['content-security-policy']
  expect(await open()).not.toContain('sha256-next=')
  const record = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8'))
  const next = { ...record, version: 'next', csp: { ...record.csp, styles: ['sha256-next='] } }
  writeFileSync(join(dist, 'build.json'), JSON.stringify(next))
  for (const job of app.features.find(({ name }) => name === 'publishing')?.jobs ?? []) await job.run()
  expect(await open()).toContain('sha256-next=')
  expect(site.renderPreview).toHaveBeenCalledTimes(2)
})

test('a new page whose publication fails after its build can be published again', async () => {
  const site = await createAuthorSite()
  await site.prove()
  const { body: draft } = await site.begin(null, buildPageMdx('/new', 'New'))
  site.build.run = async () => void (await sql`alter table audit_log rename to audit_log_away`.execute(site.db))
  expect((await site.publishAll(draft)).state).toBe('failed')
  await sql`alter table audit_log_away rename to audit_log`.execute(site.db)
  site.build.run = async () => {}
  expect(await site.publishAll(draft)).toMatchObject({ state: 'done', problems: [] })
  expect(site.read('new.mdx')).toBe(draft.source)
})
