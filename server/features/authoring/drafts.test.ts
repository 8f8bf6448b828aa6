import { expect, test } from 'vitest'
import { buildPageMdx, createAuthorSite } from '../../testing/author-site.ts'

test('a draft of an earlier text of the file is not begun; line breaks of Windows make no other text', async () => {
  const site = await createAuthorSite()
  const published = buildPageMdx('/boat', 'My ship').replaceAll('\n', '\r\n')
  site.write('boat.mdx', published)
  const raft = buildPageMdx('/boat', 'My raft')
  expect((await site.begin('boat.mdx', raft, site.boat)).body.code).toBe('page_changed')
  const { status, body } = await site.begin('boat.mdx', raft, published.replaceAll('\r\n', '\n'))
  expect(status).toBe(201)
  await site.prove()
  expect(await site.publishAll(body)).toMatchObject({ state: 'done' })
})
