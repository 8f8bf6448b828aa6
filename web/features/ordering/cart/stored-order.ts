import { type CartItem, type CartLine, distinctChoices, mergeLines } from '#contract/cart-line.ts'
import type { Address } from '#contract/ordering.ts'
import { LINE_QUANTITY_MAX, ORDER_LINES_MAX } from '#contract/ordering-limits.ts'
import type { DeliveryTerms } from '#contract/pricing.ts'

/** S3.02. */
interface Vendor extends DeliveryTerms {
  vId: string
}
/** What is needed of a kitchen to show its cart elsewhere. */
interface KitchenName {
  name: string
  slug: string
  currency: string
}
/** The carts of several kitchens side by side, and where they go. */
export interface Carts {
  itemsByVendor: Record<string, CartLine[]>
  kitchens: Record<string, KitchenName>
  address: Address
}

/** What of the order store is kept (S3.02, S3.07). */
export interface StoredOrder extends Carts, DeliveryTerms {
  vendor: Vendor | null
  orderId: string | null
  /** Whether the payment of that order has been sent to the card provider; never proof that it was made. */
  paymentSent: boolean
  referral: string
  /** The account whose carts these are; null for a guest's, or nobody's. */
  owner: string | null
  /** The carts of readers who have logged out here, by their account: unseen until they are back. */
  setAside: Record<string, Carts>
}

export const emptyCarts = (): Carts => ({
  itemsByVendor: {},
  kitchens: {},
  address: { address: '', city: '', postcode: '' },
})

/** What nobody has chosen yet. */
export const emptyOrder = (): Omit<StoredOrder, 'owner' | 'setAside'> => ({
  ...emptyCarts(),
  vendor: null,
  orderId: null,
  paymentSent: false,
  deliveryFee: 0,
  deliveryFreeOrdersOver: null,
  referral: '',
})

/** What was stored, as far as it is what this store keeps; defaults for everything else. It never throws. */
export function orderIn(stored: unknown): StoredOrder {
  const order = fieldsOf(stored)
  return {
    ...cartsIn(order),
    vendor: vendorIn(order.vendor),
    orderId: textOrNull(order.orderId),
    paymentSent: order.paymentSent === true,
    ...deliveryIn(order),
    referral: textIn(order.referral),
    owner: textOrNull(order.owner),
    setAside: mapped(order.setAside, cartsIn),
  }
}

function cartsIn(stored: unknown): Carts {
  const { itemsByVendor, kitchens, address } = fieldsOf(stored)
  const where = fieldsOf(address)
  return {
    itemsByVendor: mapped(itemsByVendor, (lines) => {
      // Without its repeated choices a line can be the same as another one.
      const good = mergeLines([], listIn(lines, lineIn)).slice(0, ORDER_LINES_MAX).map(withinLimit)
      return good.length > 0 ? good : null
    }),
    kitchens: mapped(kitchens, (kitchen) => {
      const { name, slug, currency } = fieldsOf(kitchen)
      // Without a currency, prices could not be shown at all.
      return isText(name) && isText(slug) && isText(currency) && /^[A-Z]{3}$/.test(currency)
        ? { name, slug, currency }
        : null
    }),
    address: { address: textIn(where.address), city: textIn(where.city), postcode: textIn(where.postcode) },
  }
}

function lineIn(stored: unknown): CartLine | null {
  const { itemId, quantity, options, dietaryRequirements, item } = fieldsOf(stored)
  const kept = itemIn(item)
  if (!isText(itemId) || !isWhole(quantity) || quantity < 1 || !kept) return null
  return {
    itemId,
    quantity,
    options: distinctChoices(
      listIn(options, (taken) => {
        const { optionId, choiceId } = fieldsOf(taken)
        return isText(optionId) && isText(choiceId) ? { optionId, choiceId } : null
      }),
    ),
    dietaryRequirements: [...new Set(listIn(dietaryRequirements, textOrNull))],
    item: kept,
  }
}

/** Returns a line with at most LINE_QUANTITY_MAX portions. */
export const withinLimit = (line: CartLine): CartLine =>
  line.quantity > LINE_QUANTITY_MAX ? { ...line, quantity: LINE_QUANTITY_MAX } : line

function itemIn(stored: unknown): CartItem | null {
  const { name, price, options } = fieldsOf(stored)
  if (!isText(name) || !isWhole(price)) return null
  return {
    name,
    price,
    options: listIn(options, (option) => {
      const { optionId, name, min, max, choices } = fieldsOf(option)
      if (!isText(optionId) || !isText(name)) return null
      const known = listIn(choices, choiceIn)
      // Earlier versions did not keep how many choices are valid: any number, until the menu is here.
      return {
        optionId,
        name,
        min: isWhole(min) ? min : 0,
        max: isWhole(max) ? max : known.length,
        choices: known,
      }
    }),
  }
}

function choiceIn(stored: unknown): CartItem['options'][number]['choices'][number] | null {
  const { id, name, priceAdjustment } = fieldsOf(stored)
  return isText(id) && isText(name) && isWhole(priceAdjustment) ? { id, name, priceAdjustment } : null
}

function vendorIn(stored: unknown): Vendor | null {
  const vendor = fieldsOf(stored)
  return isText(vendor.vId) ? { vId: vendor.vId, ...deliveryIn(vendor) } : null
}

const deliveryIn = ({ deliveryFee, deliveryFreeOrdersOver }: Fields): DeliveryTerms => ({
  deliveryFee: isWhole(deliveryFee) ? deliveryFee : 0,
  deliveryFreeOrdersOver: isWhole(deliveryFreeOrdersOver) ? deliveryFreeOrdersOver : null,
})

type Fields = Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const textIn = (value: unknown): string => (isText(value) ? value : '')
const textOrNull = (value: unknown): string | null => (isText(value) ? value : null)
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

function listIn<T>(value: unknown, read: (one: unknown) => T | null): T[] {
  return Array.isArray(value) ? value.map(read).filter((one): one is T & {} => one !== null) : []
}

function mapped<T>(value: unknown, read: (one: unknown) => T | null): Record<string, T> {
  const all = Object.entries(fieldsOf(value)).map(([key, one]) => [key, read(one)] as const)
  return Object.fromEntries(all.filter((entry): entry is [string, T & {}] => entry[1] !== null))
}
