import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ContentPage } from '#contract/authoring.ts'
import { errors } from '#contract/errors.ts'
import { buildIdFromDigit } from '#contract/testing/sample-desk.ts'
import { site } from '#site'
import { openScreen } from '../../../../testing/page-actions.ts'
import { titleToPath } from './new-page-dialog.tsx'

const rowOf = (title: string, state: ContentPage['state'], more: Partial<ContentPage> = {}): ContentPage => ({
  ...{ file: `${title.toLowerCase()}.mdx`, draftId: null, path: `/${title.toLowerCase()}`, title, group: 'Projects' },
  ...{ state, published: '2026-11-21', readers: 0, comments: 0 },
  ...more,
})

const createDraft = () => Response.json({ id: buildIdFromDigit(1) }, { status: 201 })

const openPages = (pages: ContentPage[], whyOff: string | null = null, create = createDraft) =>
  openScreen(
    ({ init: { method = 'GET' } }) => (method === 'POST' ? create() : Response.json({ pages, whyOff })),
    async () => createElement((await import('./pages.tsx')).Screen),
    '/desk/pages',
  )

test('the list of pages shows the state, readers and comments of each page, has links to the editor, and can be filtered by state', async () => {
  const { texts, check, page } = await openPages([
    rowOf('New', 'draft', { file: null, draftId: buildIdFromDigit(2), group: '' }),
    rowOf('Boat', 'published', { readers: 4, comments: 1 }),
    rowOf('Later', 'scheduled', { published: '2099-01-01T18:30:00Z' }),
  ])
  expect(texts('.rows li')).toEqual([
    'New/new, 2026-11-21Draft',
    'Boat/boat, Projects, 2026-11-21, 4 readers in 30 days, 1 commentPublished',
    'Later/later, Projects, 2099-01-01 18:30Scheduled',
  ])
  expect(page.findAll('.rows a').map((link) => link.getAttribute('href'))).toEqual([
    `/desk/pages/edit?draft=${buildIdFromDigit(2)}`,
    '/desk/pages/edit?file=boat.mdx',
    '/desk/pages/edit?file=later.mdx',
  ])
  await check('Scheduled (1)')
  expect(texts('.rows b')).toEqual(['Later'])
})

test('when the desk cannot write pages, the list says why and has no button for a new page', async () => {
  const { page, texts } = await openPages([], 'Writing pages at the desk is switched off (AUTHORING=off).')
  expect(page.text()).toContain('switched off (AUTHORING=off). Pages are written in the repository until then.')
  expect(texts('main button, .desk-search button')).toEqual([])
})

test('the path of a new page is derived from its title until the author edits it, and an invalid path is refused', async () => {
  const { press, type, field, page, sent } = await openPages([])
  await press('New page')
  await type('Title', 'Grüße, 2 Boote!')
  expect(field('Address').value).toBe('/gru-e-2-boote')
  await type('Address', '/Boote')
  await type('Title', 'Zwei Boote')
  expect(field('Address').value).toBe('/Boote')
  await page.send('form', { title: 'Zwei Boote', path: '/Boote', group: '' })
  expect(page.text()).toContain('Write one word in lower case after a slash')
  expect(sent('POST')).toEqual([])
  await page.send('form', { title: 'Zwei Boote', path: '/boote', group: '' })
  expect(sent('POST')).toMatchObject([
    { file: null, source: expect.stringMatching(/^---\npath: \/boote\ntitle: Zwei Boote\n/) },
  ])
})

test('a new page whose path is taken is refused, with the reason beside its path', async () => {
  const { message } = errors.address_taken
  const refuse = () => Response.json({ code: 'address_taken', message }, { status: 409 })
  const { press, page, about } = await openPages([], null, refuse)
  await press('New page')
  await page.send('form', { title: 'Login', path: '/login', group: '' })
  await page.until(() => expect(about('Address')).toContain(message))
})

test('a new page is in the first group of the menu, unless the author chooses another', async () => {
  const { press, page } = await openPages([])
  await press('New page')
  const options = page.findAll('select option').map(({ textContent }) => textContent)
  expect(options).toEqual([...Object.keys(site.groups), 'In no menu'])
})

test.each([
  ['My keyboard', '/my-keyboard'],
  ['  Ça va? ', '/ca-va'],
  ['日本', ''],
])('the path of a new page with the title %j is %j', (title, path) => {
  expect(titleToPath(title)).toBe(path)
})
