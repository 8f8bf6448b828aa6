import { expect, it, vi } from 'vitest'

vi.stubGlobal('self', { location: { origin: 'https://nebelhorn.example' } })
const { toNotification } = await import('./push.ts')

const content = { title: 'Nora answered you', body: 'Yes.', url: '/seefunk?a=1#comment-2', tag: 'comment-1' }
const message = (json: unknown) => ({ json: () => json })
const fallback = { title: 'Nebelhorn has news for you', body: '', url: '/', tag: 'news' }

it('S7.11 a message of the site is shown as it is, and so is one that Firebase delivers', () => {
  expect(toNotification(message({ topic: 'replies', ...content }))).toEqual(content)
  expect(toNotification(message({ data: { topic: 'replies', ...content }, from: '1' }))).toEqual(content)
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
  expect(toNotification(data)).toEqual(fallback)
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
  expect(toNotification(message({ ...content, url })).url).toBe('/')
})
