import { expect, test } from 'vitest'
import { buildPageMdx, createAuthorSite } from '../../testing/author-site.ts'

test('a new draft is refused when the text of its file has changed; Windows line breaks do not count as a change', async () => {
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
