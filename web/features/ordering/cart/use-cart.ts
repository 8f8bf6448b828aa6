import { useEffect, useRef } from 'react'
import { keepStoredPricesUntilSeen, updateCartFromMenu } from '#contract/cart-changes.ts'
import type { Kitchen } from '#contract/menu.ts'
import type { Quote } from '#contract/ordering.ts'
import { calculateSubtotal } from '#contract/pricing.ts'
import { calculateQuote } from '#contract/quote.ts'
import { chooseDefaultService, parsePostcode } from '../kitchen-text.ts'
import { countPortions, getCartLines, useOrderStore } from './order-store.ts'

export type Cart = ReturnType<typeof useCart>

/**
 * Returns the cart of the kitchen with this slug. Once the menu is loaded, prices and problems come from the menu.
 * Before that, they come from the stored lines.
 */
export function useCart(slug: string | null, kitchen: Kitchen | null, now: number) {
  const order = useOrderStore()
  const { kitchens, setVendor, renewLines } = order
  const postcode = parsePostcode(order.address.postcode)
  const kitchenId = kitchen?.terms.vId ?? Object.keys(kitchens).find((id) => kitchens[id]?.slug === slug)
  const storedLines = getCartLines(order, kitchenId)
  const lastOwner = useRef(order.owner)
  if (order.owner !== null) lastOwner.current = order.owner
  const keptCarts = order.owner === null ? order.setAside[lastOwner.current ?? ''] : undefined
  const isKitchenStored = order.vendor !== null && kitchens[kitchenId ?? ''] !== undefined

  // Stores the kitchen, even after a logout has removed it: other pages list only carts of stored kitchens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isKitchenStored` runs the effect after a logout.
  useEffect(() => {
    if (kitchen) setVendor(kitchen.terms)
  }, [kitchen, isKitchenStored, setVendor])

  const refreshed: ReturnType<typeof updateCartFromMenu> = kitchen
    ? updateCartFromMenu(storedLines, kitchen.categories, now, kitchen.terms.currency)
    : { lines: storedLines, changes: [] }
  const { lines, changes } = refreshed
  const listMissing = (at: number) =>
    changes.filter(({ line, isMissing }) => isMissing && line === at).map(({ message }) => message)

  useEffect(() => {
    const newLines = keepStoredPricesUntilSeen(storedLines, refreshed)
    if (!kitchen || JSON.stringify(newLines) === JSON.stringify(storedLines)) return
    // A login may have merged another cart into this cart since the render. In that case `renewLines` does nothing.
    renewLines(kitchen.terms.vId, storedLines, newLines)
  })

  const quote =
    kitchen &&
    calculateQuote(kitchen, { service: chooseDefaultService(kitchen.terms), slotAt: null, postcode, lines }, now)
  return {
    kitchenId,
    lines,
    count: countPortions(lines),
    /** Whether a reader's session has ended on this page, which hides the reader's cart until the next login. */
    isKept: lines.length === 0 && keptCarts !== undefined && getCartLines(keptCarts, kitchenId).length > 0,
    /** The quote of the order; null until the menu is loaded. */
    quote,
    subtotal: quote?.subtotal ?? calculateSubtotal(lines),
    /** The ISO 4217 code of the currency; null while the kitchen is unknown. */
    currency: kitchen?.terms.currency ?? (kitchenId && kitchens[kitchenId]?.currency) ?? null,
    /** The problems of each line, in the order of the lines. */
    notes: lines.map((_, at) => [...listMissing(at), ...listChoiceProblems(quote, at)]),
    /** The prices that have changed since the customer last saw them: "Lemonade: £1.60 before, £2.00 now". */
    priceChanges: changes.flatMap(({ line, message, isMissing }) =>
      isMissing ? [] : [`${lines[line]?.item.name}: ${message}`],
    ),
    /** Stores that the customer has seen the price changes. */
    markSeen: () => kitchen && renewLines(kitchen.terms.vId, storedLines, lines),
  }
}

/**
 * Returns the problems with the quantity of a line and with the number of its choices. Changes of the menu do not cause
 * these problems.
 */
const listChoiceProblems = (quote: Quote | null, at: number): string[] =>
  (quote?.problems ?? [])
    .filter(({ code, line }) => line === at && /^(portions|too_)/.test(code))
    .map(({ message }) => message)
