import { expect, test } from 'vitest'
import { buildPageMdx, createAuthorSite } from '../../testing/author-site.ts'

test('a new page is refused when a page, a file, a document of the build or the server already uses its path', async () => {
  const site = await createAuthorSite({
    'ship.mdx': buildPageMdx('/vessel', 'Vessel', 'Words.', 'draft: true\n'),
    'broken.mdx': '---\ntitle: [\n---\n',
  })
  for (const path of ['/boat', '/vessel', '/ship', '/about', '/tools', '/api', '/index', '/404'])
    expect([path, (await site.begin(null, buildPageMdx(path, 'New'))).body.code]).toEqual([path, 'address_taken'])
  expect((await site.begin(null, buildPageMdx('/new', 'New'))).status).toBe(201)
  expect((await site.begin(null, 'No front matter.')).status).toBe(201)
})
