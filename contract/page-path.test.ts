import { expect, it } from 'vitest'
import { documentNameToPath, findPage, isSingleSlugPath, pathToDocumentName, readPathParameters } from './page-path.ts'

it.each([
  ['/orders/:id', '/orders/17', { id: '17' }],
  ['/order/:slug/checkout', '/order/nebelhorn-kitchen/checkout', { slug: 'nebelhorn-kitchen' }],
  ['/order/:slug', '/order/caf%C3%A9', { slug: 'café' }],
  ['/order/:slug', '/order/%', { slug: '%' }],
  ['/orders', '/orders', {}],
])('the path pattern %s matches the URL path %s', (path, address, parameters) => {
  expect(readPathParameters(path, address)).toEqual(parameters)
})

it.each([
  ['/orders/:id', '/orders'],
  ['/orders/:id', '/orders/'],
  ['/orders/:id', '/orders/1/2'],
  ['/order/:slug/checkout', '/order/a/other'],
])('the path pattern %s does not match the URL path %s', (path, address) => {
  expect(readPathParameters(path, address)).toBeNull()
})

it('a page whose path or alias equals the URL path takes precedence over a page whose path has parameters', () => {
  const pages = [{ path: '/orders/:id' }, { path: '/orders/new', aliases: ['/orders/now'] }]
  expect(findPage(pages, '/orders/new')).toBe(pages[1])
  expect(findPage(pages, '/orders/now')).toBe(pages[1])
  expect(findPage(pages, '/orders/17')).toBe(pages[0])
  expect(findPage(pages, '/orders')).toBeUndefined()
})

it.each(['/', '/orders', '/orders/:id', '/order/:slug/checkout'])(
  'the path %s is converted to a document name, and the document name back to the same path',
  (path) => {
    expect(pathToDocumentName(path)).not.toMatch(/:|^\//)
    expect(documentNameToPath(pathToDocumentName(path))).toBe(path)
  },
)

it('the path of a new page has one segment, which can be a file name of at most 255 characters', () => {
  const longest = `/${'x'.repeat(251)}`
  for (const path of ['/boat', '/my-boat-2', longest]) expect([path, isSingleSlugPath(path)]).toEqual([path, true])
  for (const path of ['/', 'boat', '/a/b', '/private/boat', '/Boat', '/-boat', '/boat\n', `${longest}x`])
    expect([path, isSingleSlugPath(path)]).toEqual([path, false])
})
