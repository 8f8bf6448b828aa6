import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { calculateQuote } from '#contract/quote.ts'
import { buildItem, buildKitchen, buildOrderLineRequest } from '#contract/testing/sample-kitchen.ts'
import { CartSums } from './cart-parts.tsx'

test('the totals of a cart show no delivery fee for an address outside the delivery zones', () => {
  const zones = [{ prefixes: ['AB1'], fee: 400, freeOver: null, minimum: null }]
  const kitchen = buildKitchen([buildItem({ itemId: 'burger', price: 1_000 })], { zones })
  const sumsAt = (postcode: string) => {
    const orderRequest = {
      service: 'delivery' as const,
      slotAt: null,
      postcode,
      lines: [buildOrderLineRequest('burger')],
    }
    const quote = calculateQuote(kitchen, orderRequest, Date.parse('2026-11-21T18:00Z'))
    const sums = createElement(CartSums, { subtotal: quote.subtotal, currency: 'GBP', quote })
    return renderToStaticMarkup(sums)
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  expect(sumsAt('AB1 2CD')).toBe('Subtotal £10.00 Delivery £4.00 Total £14.00')
  expect(sumsAt('ZZ9 9ZZ')).toBe('Subtotal £10.00 Delivery Not possible Total £10.00')
})
