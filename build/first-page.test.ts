import { expect, test } from 'vitest'
import { buildExamplePageSource } from '../web/features/desk/setup/setup-texts.ts'
import { parseFrontMatter } from './front-matter.ts'

test('the text of the example page that the desk offers to copy has valid front matter', () => {
  const page = parseFrontMatter(buildExamplePageSource(new Date('2026-11-25T12:00:00Z')), 'content/my-first-page.mdx')
  expect(page).toMatchObject({ path: '/my-first-page', published: '2026-11-25' })
  expect(page.group).toBeTruthy()
})
