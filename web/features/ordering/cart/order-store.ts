import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { addLine, type CartLine, isSameLine, mergeLines, removeLine } from '#contract/cart-line.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import type { Address, Order } from '#contract/ordering.ts'
import { isReader, useSession } from '../../../api/session.ts'
import { hasTokens, tokenOwner } from '../../../api/tokens.ts'
import { storage } from '../../../device/storage.ts'
import { convertEarlierPrices } from '../menu/earlier-prices.ts'
import { type Carts, emptyCarts, emptyOrder, orderIn, type StoredOrder, withinLimit } from './stored-order.ts'

interface OrderState extends StoredOrder {
  /** The kitchen that is ordered from, with what it asks for delivery now. */
  setVendor: (
    terms: Pick<KitchenTerms, 'vId' | 'slug' | 'name' | 'currency' | 'deliveryFee' | 'deliveryFreeOrdersOver'>,
  ) => void
  /** S4.03. S5.04: without a vendor it does nothing. */
  add: (line: CartLine) => void
  /** S4.04. */
  remove: (line: CartLine) => void
  /** None of it removes the line; more than LINE_QUANTITY_MAX are that many. */
  setQuantity: (line: CartLine, quantity: number) => void
  /** What is in the cart of one kitchen instead. */
  replaceLines: (vId: string, lines: CartLine[]) => void
  /** The same in place of the lines that were seen; of a cart that has changed since, nothing. */
  renewLines: (vId: string, seen: CartLine[], lines: CartLine[]) => void
  setAddress: (address: Partial<Address>) => void
  setReferral: (referral: string) => void
  /** An order has been sent. */
  placed: (order: Pick<Order, 'orderId'>) => void
  /** Sets whether the payment of an order has been sent, where it is the last order that was placed. */
  setPaymentSent: (orderId: string, paymentSent: boolean) => void
  /**
   * Resets vendor, cart, address, order id, payment flag and fees (S4.05), after an order and when the customer empties it.
   * @param vId the kitchen whose cart is emptied; without it the carts of all are
   */
  clear: (vId?: string) => void
}

/** S3.02: the order as far as it has been put together, kept in local storage under its name and the same in every tab. */
export const useOrder = create<OrderState>()(
  persist(
    (set, get) => ({
      ...emptyOrder(),
      owner: null,
      setAside: {},

      setVendor: ({ vId, slug, name, currency, deliveryFee, deliveryFreeOrdersOver }) =>
        set(({ kitchens }) => ({
          vendor: { vId, deliveryFee, deliveryFreeOrdersOver },
          deliveryFee,
          deliveryFreeOrdersOver,
          kitchens: { ...kitchens, [vId]: { name, slug, currency } },
        })),
      add: (line) => change((lines) => addLine(lines, line).map(withinLimit)),
      remove: (line) => change((lines) => removeLine(lines, line)),
      setQuantity: (line, quantity) =>
        quantity < 1
          ? get().remove(line)
          : change((lines) => lines.map((one) => withinLimit(isSameLine(one, line) ? { ...one, quantity } : one))),
      replaceLines: (vId, lines) =>
        set(({ itemsByVendor }) => ({ itemsByVendor: withLines(itemsByVendor, vId, lines) })),
      renewLines: (vId, seen, lines) => {
        if (linesOf(get(), vId) === seen) get().replaceLines(vId, lines)
      },
      setAddress: (address) => set((state) => ({ address: { ...state.address, ...address } })),
      setReferral: (referral) => set({ referral }),
      placed: ({ orderId }) => set({ orderId, paymentSent: false }),
      setPaymentSent: (orderId, paymentSent) => set((state) => (state.orderId === orderId ? { paymentSent } : {})),
      clear: (vId) =>
        set(({ itemsByVendor, kitchens }) => ({
          ...emptyOrder(),
          ...(vId !== undefined && { itemsByVendor: withLines(itemsByVendor, vId, []), kitchens }),
        })),
    }),
    {
      name: 'order',
      version: 2,
      storage: createJSONStorage(() => ({ getItem: storage.get, setItem: storage.set, removeItem: storage.remove })),
      // What other versions have stored is read by the same check.
      migrate: (stored, version) => (version < 2 ? convertEarlierPrices(orderIn(stored)) : stored) as OrderState,
      merge: (stored, current) => ({ ...current, ...orderIn(stored) }),
    },
  ),
)

/** What is in the cart of a kitchen; the same list until it changes. */
export const linesOf = ({ itemsByVendor }: Pick<Carts, 'itemsByVendor'>, vId: string | undefined): CartLine[] =>
  (vId !== undefined && itemsByVendor[vId]) || none
const none: CartLine[] = []

/** How many things are in a cart. */
export const countOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Changes the cart of the kitchen that is ordered from. */
function change(by: (lines: CartLine[]) => CartLine[]): void {
  const { vendor, itemsByVendor, replaceLines } = useOrder.getState()
  if (vendor) replaceLines(vendor.vId, by(itemsByVendor[vendor.vId] ?? []))
}

function withLines(all: Carts['itemsByVendor'], vId: string, lines: CartLine[]): Carts['itemsByVendor'] {
  const { [vId]: _, ...others } = all
  return lines.length > 0 ? { ...others, [vId]: lines } : others
}

/**
 * Gives the carts to whom they belong: a reader's are set aside when they are gone, and come back with them, joined with
 * what is there by the line rule (S5.05). What a guest or nobody has chosen simply stays.
 */
function belongTo(reader: string | null): void {
  // As another tab may have left it a moment ago.
  useOrder.persist.rehydrate()
  useOrder.setState((state) => {
    if (state.owner === reader) return state
    const { itemsByVendor, kitchens, address, setAside } = state
    const left = state.owner === null ? {} : { [state.owner]: { itemsByVendor, kitchens, address } }
    const { [reader ?? '']: own, ...others } = { ...setAside, ...left }
    const here = state.owner === null ? { itemsByVendor, kitchens, address } : emptyCarts()
    const fresh = state.owner === null ? {} : emptyOrder()
    return { ...fresh, ...(own ? joined(here, own) : here), owner: reader, setAside: others }
  })
}

function joined(carts: Carts, others: Carts): Carts {
  const itemsByVendor = { ...others.itemsByVendor }
  for (const [vId, lines] of Object.entries(carts.itemsByVendor))
    itemsByVendor[vId] = mergeLines(itemsByVendor[vId] ?? [], lines).map(withinLimit)
  return {
    itemsByVendor,
    kitchens: { ...others.kitchens, ...carts.kitchens },
    address: Object.values(carts.address).some(Boolean) ? carts.address : others.address,
  }
}

/** Not known means as before: without a connection, whoever has tokens is who they were. */
function followSession({ user, userReady, isAuthenticated } = useSession.getState()): void {
  if (isReader(user)) belongTo(user.id)
  else if (user || (userReady && !isAuthenticated)) belongTo(null)
}

if (typeof window !== 'undefined') {
  // Somebody else may have logged in, or out, on a page that has no orders: their carts are not shown for a moment.
  const { owner } = useOrder.getState()
  if (owner !== null && (!hasTokens() || (tokenOwner() ?? owner) !== owner)) belongTo(null)
  followSession()
  useSession.subscribe(followSession)
  const readAgain = () => void useOrder.persist.rehydrate()
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === 'order') readAgain()
  })
  // A page that Back has brought whole has heard of nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => persisted && readAgain())
}
