import { useEffect } from 'react'
import { keepUnseenPrices, refreshCartLines } from '#contract/cart-changes.ts'
import type { CartLine } from '#contract/cart-line.ts'
import type { Kitchen } from '#contract/menu.ts'
import type { Quote } from '#contract/ordering.ts'
import { subtotalOf } from '#contract/pricing.ts'
import { calculateQuote } from '#contract/quote.ts'
import { knownPostcode, usualService } from '../kitchen-words.ts'
import { countOf, linesOf, useOrder } from './order-store.ts'

/** The cart of one kitchen, as it is shown. */
export interface Cart {
  lines: CartLine[]
  count: number
  /** ISO 4217; null while the kitchen is not known at all. */
  currency: string | null
  subtotal: number
  /** Null while the menu is not here. */
  quote: Quote | null
  /** What is to be said beside each line, by its place. */
  notes: string[][]
  /** The dishes whose price has changed since the customer last saw it: "Lemonade: £1.60 before, £2.00 now". */
  prices: string[]
  /** The customer has read the prices. */
  seen: () => void
}

/** The cart of the kitchen at an address, reckoned by its menu where that is here; without it, by what the cart keeps. */
export function useCart(slug: string | null, kitchen: Kitchen | null, now: number): Cart {
  const kitchens = useOrder((state) => state.kitchens)
  const hasVendor = useOrder((state) => state.vendor !== null)
  const setVendor = useOrder((state) => state.setVendor)
  const renewLines = useOrder((state) => state.renewLines)
  const postcode = useOrder((state) => knownPostcode(state.address.postcode))
  const [kept] = Object.entries(kitchens).find(([, one]) => one.slug === slug) ?? []
  const vId = kitchen?.terms.vId ?? kept
  const stored = useOrder((state) => linesOf(state, vId))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a logout has forgotten it, and without one nothing is added (S5.04).
  useEffect(() => {
    if (kitchen) setVendor(kitchen.terms)
  }, [kitchen, hasVendor, setVendor])

  const found = kitchen ? refreshCartLines(stored, kitchen.categories, now, kitchen.terms.currency) : asKept(stored)
  const { lines, changes } = found
  const missing = (at: number) =>
    changes.filter(({ line, isMissing }) => isMissing && line === at).map(({ message }) => message)

  useEffect(() => {
    const kept = keepUnseenPrices(stored, found)
    if (!kitchen || JSON.stringify(kept) === JSON.stringify(stored)) return
    // Between drawing and this, a reader's own cart may have been joined with what is drawn.
    renewLines(kitchen.terms.vId, stored, kept)
  })

  const quote =
    kitchen && calculateQuote(kitchen, { service: usualService(kitchen.terms), slotAt: null, postcode, lines }, now)
  return {
    lines,
    count: countOf(lines),
    quote,
    subtotal: quote?.subtotal ?? subtotalOf(lines),
    currency: kitchen?.terms.currency ?? (vId && kitchens[vId]?.currency) ?? null,
    notes: lines.map((_, at) => [...missing(at), ...countProblems(quote, at)]),
    prices: changes.flatMap(({ line, message, isMissing }) =>
      isMissing ? [] : [`${lines[line]?.item.name}: ${message}`],
    ),
    seen: () => kitchen && renewLines(kitchen.terms.vId, stored, lines),
  }
}

/** Problems of a line that are no change of the menu: how many there are, and what is still to be chosen. */
const countProblems = (quote: Quote | null, at: number): string[] =>
  (quote?.problems ?? [])
    .filter(({ code, line }) => line === at && /^(portions|too_)/.test(code))
    .map(({ message }) => message)

const asKept = (lines: CartLine[]): ReturnType<typeof refreshCartLines> => ({ lines, changes: [] })
