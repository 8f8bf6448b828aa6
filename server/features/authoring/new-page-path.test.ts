import { expect, test } from 'vitest'
import { buildPageMdx, createAuthorSite } from '../../testing/author-site.ts'

test('a new page is refused when its path is that of a page, of a file, of a document that the build has made, or of the server', async () => {
  const site = await createAuthorSite({
    'ship.mdx': buildPageMdx('/vessel', 'Vessel', 'Words.', 'draft: true\n'),
    'broken.mdx': '---\ntitle: [\n---\n',
  })
  for (const path of ['/boat', '/vessel', '/ship', '/about', '/tools', '/api', '/index', '/404'])
    expect([path, (await site.begin(null, buildPageMdx(path, 'New'))).body.code]).toEqual([path, 'address_taken'])
  expect((await site.begin(null, buildPageMdx('/new', 'New'))).status).toBe(201)
  expect((await site.begin(null, 'No front matter.')).status).toBe(201)
})
