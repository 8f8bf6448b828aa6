import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { KitchenCard } from './kitchen-card.tsx'

const kitchen: Omit<DeskKitchen, 'deletable' | 'orders'> = {
  ...{
    vId: 'k',
    slug: 'k',
    name: 'K',
    currency: 'GBP',
    status: 'active' as const,
    sample: false,
    owners: [],
    items: 0,
  },
  ...{ commissionRate: 0, createdAt: 0 },
}

test('the buttons of a kitchen are named after it', () => {
  const nothing = () => {}
  const actions = { busy: false, onCommission: nothing, onStatus: nothing, onDelete: nothing }
  const pending = { ...kitchen, status: 'pending' as const, deletable: true, orders: 0 }
  const card = createElement(KitchenCard, { kitchen: pending, ...actions })
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, card))
  const buttons = [...html.matchAll(/<button[^>]*quiet-button[^>]*>(.*?)<\/button>/g)]
  const names = buttons.map(([, content = '']) => content.replace(/<[^>]*>/g, ''))
  expect(names).toEqual(['Open to customers K', 'Suspend … K', 'Delete … K'])
})

test.each([
  [true, 0, false, true, ''],
  [false, 2, true, false, 'yet: finish or reject its open orders, and refund those that were paid by card. Suspend it'],
  [false, 2, false, false, 'as it has had orders. Suspend it'],
  [false, 0, false, false, 'as it has had orders, which came to nothing. Suspend it'],
])(
  'the card of a kitchen has a button to delete it, or says why it cannot be deleted (deletable: %s)',
  (deletable, orders, sample, isOffered, reason) => {
    const nothing = () => {}
    const actions = { busy: false, onCommission: nothing, onStatus: nothing, onDelete: nothing }
    const card = createElement(KitchenCard, { kitchen: { ...kitchen, deletable, orders, sample }, ...actions })
    const html = renderToStaticMarkup(createElement(MemoryRouter, null, card))
    expect(html.includes('Delete …')).toBe(isOffered)
    expect(html.includes('It cannot be deleted')).toBe(!isOffered)
    expect(html).toContain(reason)
  },
)
