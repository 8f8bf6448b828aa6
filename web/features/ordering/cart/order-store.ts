import { create } from 'zustand'
import { combine, createJSONStorage, persist } from 'zustand/middleware'
import { addLinesToCart, addLineToCart, type CartLine, isSameLine, removeLine } from '#contract/cart-line.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import type { DeliveryAddress, Order } from '#contract/ordering.ts'
import { cartsKey } from '#contract/storage-keys.ts'
import { hasReaderRights, useSession } from '../../../api/session.ts'
import { getTokenOwnerId, hasTokens } from '../../../api/tokens.ts'
import { onStorageChangedElsewhere, storage } from '../../../device/storage.ts'
import {
  type Carts,
  capCartLineQuantity,
  createEmptyCarts,
  createEmptyOrderState,
  migrateStoredPrices,
  parseStoredOrderState,
} from './stored-order.ts'

type VendorTerms = Pick<KitchenTerms, 'vId' | 'slug' | 'name' | 'currency' | 'deliveryFee' | 'deliveryFreeOrdersOver'>

/**
 * The order that the customer is putting together (S3.02). Local storage keeps the order under the key of S3.07, and
 * all tabs share it.
 */
export const useOrderStore = create(
  persist(
    combine(parseStoredOrderState({}), (set, get) => {
      /**
       * Changes the lines in the cart of a kitchen. Does nothing without a kitchen (S5.04).
       * @param vId by default the current kitchen
       */
      function changeLines(change: (lines: CartLine[]) => CartLine[], vId = get().vendor?.vId): void {
        if (vId !== undefined)
          set(({ itemsByVendor }) => ({
            itemsByVendor: replaceCart(itemsByVendor, vId, change(itemsByVendor[vId] ?? [])),
          }))
      }
      return {
        changeLines,
        /** Sets the kitchen of the order and its delivery terms. */
        setVendor: ({ vId, slug, name, currency, deliveryFee, deliveryFreeOrdersOver }: VendorTerms) =>
          set(({ kitchens }) => ({
            vendor: { vId, deliveryFee, deliveryFreeOrdersOver },
            deliveryFee,
            deliveryFreeOrdersOver,
            kitchens: { ...kitchens, [vId]: { name, slug, currency } },
          })),
        add: (line: CartLine, vId?: string) =>
          changeLines((lines) => addLineToCart(lines, line).map(capCartLineQuantity), vId),
        remove: (line: CartLine, vId?: string) => changeLines((lines) => removeLine(lines, line), vId),
        /**
         * Sets the quantity of a line. A quantity below 1 removes the line. A quantity above LINE_QUANTITY_MAX is
         * reduced to this maximum.
         */
        setQuantity: (line: CartLine, quantity: number, vId?: string) =>
          changeLines(
            (lines) =>
              lines
                .map((other) => capCartLineQuantity(isSameLine(other, line) ? { ...other, quantity } : other))
                .filter(({ quantity }) => quantity > 0),
            vId,
          ),
        replaceLines: (vId: string, lines: CartLine[]) => changeLines(() => lines, vId),
        /**
         * Replaces the cart of a kitchen. Does nothing when the lines have changed since they were read.
         * @param seen the lines that were read
         */
        renewLines: (vId: string, seen: CartLine[], lines: CartLine[]) =>
          changeLines((current) => (current === seen ? lines : current), vId),
        setAddress: (address: Partial<DeliveryAddress>) =>
          set((state) => ({ address: { ...state.address, ...address } })),
        setReferral: (referral: string) => set({ referral }),
        placed: ({ orderId }: Pick<Order, 'orderId'>) => set({ orderId, paymentSent: false }),
        /** Stores whether the payment of an order was sent. Does nothing unless the order is the most recent one. */
        setPaymentSent: (orderId: string, paymentSent: boolean) =>
          set((state) => (state.orderId === orderId ? { paymentSent } : {})),
        /**
         * Resets vendor, cart, address, order id, payment flag and fees (S4.05).
         * @param vId the kitchen whose cart is emptied; without it, all carts are emptied
         */
        clear: (vId?: string) =>
          set(({ itemsByVendor, kitchens }) => ({
            ...createEmptyOrderState(),
            ...(vId !== undefined && { itemsByVendor: replaceCart(itemsByVendor, vId, []), kitchens }),
          })),
      }
    }),
    {
      name: cartsKey,
      version: 2,
      storage: createJSONStorage(() => ({ getItem: storage.get, setItem: storage.set, removeItem: storage.remove })),
      // `merge` runs after `migrate`, and parses the stored order, which any version of the site may have written.
      migrate: (stored, version) =>
        (version < 2 ? migrateStoredPrices(parseStoredOrderState(stored)) : stored) as never,
      merge: (stored, current) => ({ ...current, ...parseStoredOrderState(stored) }),
    },
  ),
)

/** Returns the cart of a kitchen. The same array is returned until the cart changes. */
export const getCartLines = ({ itemsByVendor }: Pick<Carts, 'itemsByVendor'>, vId: string | undefined): CartLine[] =>
  (vId !== undefined && itemsByVendor[vId]) || emptyCart
const emptyCart: CartLine[] = []

export const countPortions = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

function replaceCart(carts: Carts['itemsByVendor'], vId: string, lines: CartLine[]): Carts['itemsByVendor'] {
  const { [vId]: _, ...otherCarts } = carts
  return lines.length > 0 ? { ...otherCarts, [vId]: lines } : otherCarts
}

/**
 * Changes the owner of the carts. When a reader logs out, the reader's carts are stored separately. At the reader's
 * next login, the stored carts are merged with the current carts, and equal lines become one line (S5.05). Carts that
 * were filled without an account stay visible.
 */
function setOwner(reader: string | null): void {
  // Another tab may have changed the stored order.
  useOrderStore.persist.rehydrate()
  useOrderStore.setState((state) => {
    const { owner, itemsByVendor, kitchens, address, setAside } = state
    if (owner === reader) return state
    const shownCarts = { itemsByVendor, kitchens, address }
    const hiddenCarts = owner === null ? setAside : { ...setAside, [owner]: shownCarts }
    const { [reader ?? '']: ownCarts, ...otherCarts } = hiddenCarts
    const carts = owner === null ? shownCarts : createEmptyCarts()
    return {
      ...(owner !== null && createEmptyOrderState()),
      ...(ownCarts ? mergeCarts(carts, ownCarts) : carts),
      owner: reader,
      setAside: otherCarts,
    }
  })
}

function mergeCarts(carts: Carts, otherCarts: Carts): Carts {
  const itemsByVendor = { ...otherCarts.itemsByVendor }
  for (const [vId, lines] of Object.entries(carts.itemsByVendor))
    itemsByVendor[vId] = addLinesToCart(itemsByVendor[vId] ?? [], lines).map(capCartLineQuantity)
  return {
    itemsByVendor,
    kitchens: { ...otherCarts.kitchens, ...carts.kitchens },
    address: Object.values(carts.address).some(Boolean) ? carts.address : otherCarts.address,
  }
}

/**
 * Updates the owner of the carts after a change of the session. When the user could not be loaded, the owner does not
 * change, because the tokens still belong to the same account.
 */
function updateOwner({ user, userReady, isAuthenticated } = useSession.getState()): void {
  if (hasReaderRights(user)) setOwner(user.id)
  else if (user || (userReady && !isAuthenticated)) setOwner(null)
}

if (typeof window !== 'undefined') {
  // Another account may have logged in on a page without this store. In that case, the carts of the previous account
  // must not be shown.
  const { owner } = useOrderStore.getState()
  if (owner !== null && (!hasTokens() || (getTokenOwnerId() ?? owner) !== owner)) setOwner(null)
  updateOwner()
  useSession.subscribe(updateOwner)
  onStorageChangedElsewhere((key) => {
    if (key === null || key === cartsKey) useOrderStore.persist.rehydrate()
  })
}
