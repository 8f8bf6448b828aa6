import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPageMdx, createAuthorSite, initGitRepository } from '../../testing/author-site.ts'

const uncommitted = 'git did not commit it. The reason is in the log of the server.'

test('when git refuses to read the repository, a page is published with a warning, and its versions are no empty list', async () => {
  const site = await createAuthorSite()
  const publish = async (title: string) =>
    site.publishAll((await site.begin('boat.mdx', buildPageMdx('/boat', title))).body)
  const versions = () => site.ask('GET', '/page-versions?file=boat.mdx')
  await site.prove()
  expect(await publish('My ship')).toMatchObject({ state: 'done', warning: '' })
  expect((await versions()).body).toEqual({ versions: null })
  initGitRepository(site.folder)
  // Git refuses a repository of another user in the same way, and ends with the same code as without a repository.
  appendFileSync(join(site.folder, '.git/config'), '[bad')
  expect(await publish('My raft')).toMatchObject({ state: 'done', warning: uncommitted })
  expect(site.read('boat.mdx')).toContain('My raft')
  expect((await versions()).status).toBe(500)
})
