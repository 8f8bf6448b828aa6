import { expect, it, vi } from 'vitest'

vi.stubGlobal('self', { location: { origin: 'https://nebelhorn.example' } })
const { shownOf } = await import('./push.ts')

const words = { title: 'Nora answered you', body: 'Yes.', url: '/seefunk?a=1#comment-2', tag: 'comment-1' }
const message = (json: unknown) => ({ json: () => json })
const news = { title: 'Nebelhorn has news for you', body: '', url: '/', tag: 'news' }

it('S7.11 a message of the site is shown as it is, and so is one that Firebase delivers', () => {
  expect(shownOf(message({ topic: 'replies', ...words }))).toEqual(words)
  expect(shownOf(message({ data: { topic: 'replies', ...words }, from: '1' }))).toEqual(words)
})

it.each([
  ['none at all', null],
  ['no JSON', { json: () => JSON.parse('{') }],
  ['null', message(null)],
  ['a text', message('title')],
  ['no title', message({ body: 'Yes.' })],
  ['an empty title', message({ title: '' })],
  ['a title that is no text', message({ title: 1 })],
])('S7.11 of a message with %s there is still something to show', (_name, data) => {
  expect(shownOf(data)).toEqual(news)
})

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'seefunk',
  '',
  undefined,
  7,
])('S7.11 a click goes to no other site: %s', (url) => {
  expect(shownOf(message({ ...words, url })).url).toBe('/')
})
