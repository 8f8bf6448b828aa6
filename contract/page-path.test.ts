import { expect, it } from 'vitest'
import { documentOf, pageFor, parametersOf, pathOfDocument } from './page-path.ts'

it.each([
  ['/orders/:id', '/orders/17', { id: '17' }],
  ['/order/:slug/checkout', '/order/nebelhorn-kitchen/checkout', { slug: 'nebelhorn-kitchen' }],
  ['/order/:slug', '/order/caf%C3%A9', { slug: 'café' }],
  ['/order/:slug', '/order/%', { slug: '%' }],
  ['/orders', '/orders', {}],
])('%s takes %s', (path, address, parameters) => {
  expect(parametersOf(path, address)).toEqual(parameters)
})

it.each([
  ['/orders/:id', '/orders'],
  ['/orders/:id', '/orders/'],
  ['/orders/:id', '/orders/1/2'],
  ['/order/:slug/checkout', '/order/a/other'],
])('%s does not take %s', (path, address) => {
  expect(parametersOf(path, address)).toBeNull()
})

it('a page of exactly this path comes before one with parameters', () => {
  const pages = [{ path: '/orders/:id' }, { path: '/orders/new' }]
  expect(pageFor(pages, '/orders/new')).toBe(pages[1])
  expect(pageFor(pages, '/orders/17')).toBe(pages[0])
  expect(pageFor(pages, '/orders')).toBeUndefined()
})

it.each(['/', '/orders', '/orders/:id', '/order/:slug/checkout'])(
  '%s has a document, and comes back from it',
  (path) => {
    expect(documentOf(path)).not.toMatch(/:|^\//)
    expect(pathOfDocument(documentOf(path))).toBe(path)
  },
)
