import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPageMdx, createAuthorSite, initGitRepository, today } from '../../testing/author-site.ts'

const hidden = buildPageMdx('/raft', 'My raft', '![A raft](./uploads/raft-1.webp)', 'draft: true\n')

/** Creates a site with the page My raft, which its file hides from readers, and with uploads. */
async function createRaftSite(files: Record<string, string> = {}, uploads = ['raft-1.webp']) {
  const site = await createAuthorSite({ 'raft.mdx': hidden, ...files })
  mkdirSync(join(site.folder, 'content/uploads'))
  for (const name of uploads) writeFileSync(join(site.folder, 'content/uploads', name), name)
  await site.prove()
  return {
    ...site,
    remove: (file = 'raft.mdx') => site.ask('DELETE', `/page-source?file=${file}`),
    hasUpload: (name: string) => existsSync(join(site.folder, 'content/uploads', name)),
  }
}

test('a hidden page is deleted with its draft and its uploads, without a build, and the deletion is logged', async () => {
  const site = await createRaftSite({}, ['raft-1.webp', 'raft-2.webp', 'other-1.webp'])
  site.build.run = () => Promise.reject(new Error('A build has run.'))
  const { body: draft } = await site.begin('raft.mdx', `${hidden}\n![Another](./uploads/raft-2.webp)`)
  expect(await site.remove()).toMatchObject({ status: 200, body: { warning: '' } })
  expect(site.read('raft.mdx')).toBeNull()
  expect((await site.ask('GET', `/page-drafts/${draft.id}`)).status).toBe(404)
  expect(['raft-1.webp', 'raft-2.webp', 'other-1.webp'].filter(site.hasUpload)).toEqual(['other-1.webp'])
  expect((await site.logged())[0]).toBe('Ada Admin | page deleted | My raft | ')
  expect((await site.pages()).pages.map(({ file }) => file)).toEqual(['boat.mdx'])
  expect((await site.remove()).body.code).toBe('not_found')
})

test('an upload that another file or another draft uses, and a folder of uploads, are not deleted with a page', async () => {
  const site = await createRaftSite({ 'sea.mdx': buildPageMdx('/sea', 'Sea', '![A raft](./uploads/raft-1.webp)') })
  await site.remove()
  expect(site.hasUpload('raft-1.webp')).toBe(true)

  const nested = await createRaftSite()
  mkdirSync(join(nested.folder, 'content/Blog'))
  nested.write('Blog/Sea.mdx', '![A raft](../uploads/raft-1.webp)')
  await nested.remove()
  expect(nested.hasUpload('raft-1.webp')).toBe(true)

  const other = await createRaftSite()
  await other.begin(null, buildPageMdx('/new', 'New', '![A raft](./uploads/raft-1.webp)'))
  mkdirSync(join(other.folder, 'content/uploads/raft'))
  expect((await other.remove()).status).toBe(200)
  expect(['raft', 'raft-1.webp'].filter(other.hasUpload)).toEqual(['raft', 'raft-1.webp'])
})

test('a page that readers can open now or at its scheduled time is not deleted', async () => {
  const later = buildPageMdx('/later', 'Later').replace(today, '2099-01-01')
  const site = await createRaftSite({ 'later.mdx': later })
  for (const file of ['boat.mdx', 'later.mdx']) expect((await site.remove(file)).body.code).toBe('page_visible')
  // The file decides, not the draft, because readers see the page of the file.
  await site.begin('boat.mdx', buildPageMdx('/boat', 'My boat', 'Words.', 'draft: true\n'))
  expect((await site.remove('boat.mdx')).body.code).toBe('page_visible')
  // The build decides, because readers see its page even when the file was changed by hand after the build.
  site.write('about.mdx', buildPageMdx('/about', 'About', 'Words.', 'draft: true\n'))
  expect((await site.remove('about.mdx')).body.code).toBe('page_visible')
  expect(site.read('boat.mdx')).toBe(site.boat)
  expect(site.read('later.mdx')).toBe(later)
})

test('a page is deleted only with a recent proof of account ownership, and not while another page is published', async () => {
  const site = await createRaftSite()
  const { promise, resolve } = Promise.withResolvers<void>()
  site.build.run = () => promise
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship'))
  const { body: begun } = await site.publish(draft)
  expect((await site.remove()).body.code).toBe('publishing_now')
  resolve()
  await site.untilEnded(begun.id)
  await site.db.updateTable('sessions').set({ proved_at: null }).execute()
  expect((await site.remove()).body.code).toBe('proof_required')
  expect(site.read('raft.mdx')).toBe(hidden)
  await site.prove()
  expect((await site.remove()).status).toBe(200)
})

test('in a git repository, the deletion is committed in the author’s name; a page that no commit contains is deleted, too', async () => {
  const site = await createRaftSite()
  const git = initGitRepository(site.folder)
  site.write('new.mdx', buildPageMdx('/new', 'New', 'Words.', 'draft: true\n'))
  expect((await site.remove('new.mdx')).body).toEqual({ warning: '' })
  site.write('staged.mdx', buildPageMdx('/staged', 'Staged', 'Words.', 'draft: true\n'))
  git('add', '.')
  expect((await site.remove('staged.mdx')).body).toEqual({ warning: '' })
  expect((await site.remove()).body).toEqual({ warning: '' })
  expect(git('log', '-2', '--format=%an|%s').trim()).toBe('Ada Admin|Delete My raft\nStart|Begin')
  expect(git('show', '--format=', '--name-status', 'HEAD').trim()).toBe(
    'D\tcontent/raft.mdx\nD\tcontent/uploads/raft-1.webp',
  )
  expect(git('status', '--porcelain').trim()).toBe('')
})

test('publishing a page as a draft is logged and committed as a withdrawal, unless the page was already hidden', async () => {
  const site = await createRaftSite()
  const git = initGitRepository(site.folder)
  const { body: draft } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My boat', 'Words.', 'draft: true\n'))
  expect(await site.publishAll(draft)).toMatchObject({ state: 'done' })
  expect((await site.logged())[0]).toBe('Ada Admin | page withdrawn | My boat | ')
  expect(git('log', '-1', '--format=%s').trim()).toBe('Withdraw My boat')
  const { body: again } = await site.begin('boat.mdx', buildPageMdx('/boat', 'My ship', 'Words.', 'draft: true\n'))
  expect(await site.publishAll(again)).toMatchObject({ state: 'done' })
  expect((await site.logged())[0]).toBe('Ada Admin | page published | My ship | ')
  expect(git('log', '-1', '--format=%s').trim()).toBe('Change My ship')
})

test('the draft of a page whose file is gone stays in the list, where it can be copied and deleted', async () => {
  const site = await createRaftSite()
  const { body: draft } = await site.begin('raft.mdx', hidden)
  rmSync(join(site.folder, 'content/raft.mdx'))
  expect((await site.pages()).pages[0]).toMatchObject({
    file: null,
    draftId: draft.id,
    title: 'My raft',
    state: 'draft',
  })
  expect((await site.ask('DELETE', `/page-drafts/${draft.id}`)).status).toBe(204)
  expect((await site.begin('raft.mdx', hidden)).body).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('Copy what you have written into a new page.'),
  })
})
