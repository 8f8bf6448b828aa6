import { type CartItem, type CartLine, distinctChoices, mergeLines } from '#contract/cart-line.ts'
import type { Address } from '#contract/ordering.ts'
import { LINE_QUANTITY_MAX, ORDER_LINES_MAX } from '#contract/ordering-limits.ts'
import type { DeliveryTerms } from '#contract/pricing.ts'

/** The kitchen of the order (S3.02). */
interface Vendor extends DeliveryTerms {
  vId: string
}
/** The fields of a kitchen that show its cart on other pages. */
interface KitchenName {
  name: string
  slug: string
  currency: string
}
/** The carts of all kitchens, and the delivery address. */
export interface Carts {
  itemsByVendor: Record<string, CartLine[]>
  kitchens: Record<string, KitchenName>
  address: Address
}

/** The part of the order store that local storage keeps (S3.02, S3.07). */
export interface StoredOrder extends Carts, DeliveryTerms {
  vendor: Vendor | null
  orderId: string | null
  /** Whether the payment of that order was sent to the card provider, which does not prove that it was made. */
  paymentSent: boolean
  referral: string
  /** The account that owns the carts; null without an account. */
  owner: string | null
  /** The carts of readers who have logged out, by their account. They are hidden until the reader logs in. */
  setAside: Record<string, Carts>
}

export const emptyCarts = (): Carts => ({
  itemsByVendor: {},
  kitchens: {},
  address: { address: '', city: '', postcode: '' },
})

/** Returns the initial state. */
export const emptyOrder = (): Omit<StoredOrder, 'owner' | 'setAside'> => ({
  ...emptyCarts(),
  vendor: null,
  orderId: null,
  paymentSent: false,
  deliveryFee: 0,
  deliveryFreeOrdersOver: null,
  referral: '',
})

/** Reads stored data. Invalid parts become their defaults; it never throws. */
export function parseStoredOrder(stored: unknown): StoredOrder {
  const order = fieldsOf(stored)
  return {
    ...parseCarts(order),
    vendor: parseVendor(order.vendor),
    orderId: textOrNull(order.orderId),
    paymentSent: order.paymentSent === true,
    ...parseDeliveryTerms(order),
    referral: textOrEmpty(order.referral),
    owner: textOrNull(order.owner),
    setAside: parseRecord(order.setAside, parseCarts),
  }
}

function parseCarts(stored: unknown): Carts {
  const { itemsByVendor, kitchens, address } = fieldsOf(stored)
  const addressFields = fieldsOf(address)
  return {
    itemsByVendor: parseRecord(itemsByVendor, (lines) => {
      // Lines that differ only by repeated choices are merged.
      const valid = mergeLines([], parseList(lines, parseLine)).slice(0, ORDER_LINES_MAX).map(withinLimit)
      return valid.length > 0 ? valid : null
    }),
    kitchens: parseRecord(kitchens, (kitchen) => {
      const { name, slug, currency } = fieldsOf(kitchen)
      // Prices cannot be shown without a currency.
      return isText(name) && isText(slug) && isText(currency) && /^[A-Z]{3}$/.test(currency)
        ? { name, slug, currency }
        : null
    }),
    address: {
      address: textOrEmpty(addressFields.address),
      city: textOrEmpty(addressFields.city),
      postcode: textOrEmpty(addressFields.postcode),
    },
  }
}

function parseLine(stored: unknown): CartLine | null {
  const { itemId, quantity, options, dietaryRequirements, item } = fieldsOf(stored)
  const storedItem = parseItem(item)
  if (!isText(itemId) || !isWhole(quantity) || quantity < 1 || !storedItem) return null
  return {
    itemId,
    quantity,
    options: distinctChoices(
      parseList(options, (choice) => {
        const { optionId, choiceId } = fieldsOf(choice)
        return isText(optionId) && isText(choiceId) ? { optionId, choiceId } : null
      }),
    ),
    dietaryRequirements: [...new Set(parseList(dietaryRequirements, textOrNull))],
    item: storedItem,
  }
}

/** Returns a line with at most LINE_QUANTITY_MAX portions. */
export const withinLimit = (line: CartLine): CartLine =>
  line.quantity > LINE_QUANTITY_MAX ? { ...line, quantity: LINE_QUANTITY_MAX } : line

function parseItem(stored: unknown): CartItem | null {
  const { name, price, options } = fieldsOf(stored)
  if (!isText(name) || !isWhole(price)) return null
  return {
    name,
    price,
    options: parseList(options, (option) => {
      const { optionId, name, min, max, choices } = fieldsOf(option)
      if (!isText(optionId) || !isText(name)) return null
      const storedChoices = parseList(choices, parseChoice)
      // Earlier versions did not store the limits: any number is valid until the menu is loaded.
      return {
        optionId,
        name,
        min: isWhole(min) ? min : 0,
        max: isWhole(max) ? max : storedChoices.length,
        choices: storedChoices,
      }
    }),
  }
}

function parseChoice(stored: unknown): CartItem['options'][number]['choices'][number] | null {
  const { id, name, priceAdjustment } = fieldsOf(stored)
  return isText(id) && isText(name) && isWhole(priceAdjustment) ? { id, name, priceAdjustment } : null
}

function parseVendor(stored: unknown): Vendor | null {
  const vendor = fieldsOf(stored)
  return isText(vendor.vId) ? { vId: vendor.vId, ...parseDeliveryTerms(vendor) } : null
}

const parseDeliveryTerms = ({ deliveryFee, deliveryFreeOrdersOver }: Fields): DeliveryTerms => ({
  deliveryFee: isWhole(deliveryFee) ? deliveryFee : 0,
  deliveryFreeOrdersOver: isWhole(deliveryFreeOrdersOver) ? deliveryFreeOrdersOver : null,
})

/** The currencies whose minor units are 100 times smaller than before (server/db/migrations/0008-currency-digits.ts). */
const hundredfoldCurrencies = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'
const factorOf = (currency = 'none'): number =>
  hundredfoldCurrencies.includes(currency) ? 100 : currency === 'IQD' ? 1_000 : 1

/** Converts the prices that version 1 of the order store has stored to the minor units of ISO 4217. */
export function convertEarlierPrices(order: StoredOrder): StoredOrder {
  return {
    ...order,
    ...convertCarts(order),
    setAside: Object.fromEntries(Object.entries(order.setAside).map(([id, carts]) => [id, convertCarts(carts)])),
  }
}

function convertCarts<C extends Carts>(carts: C): C {
  const lines = Object.entries(carts.itemsByVendor).map(([vId, cart]) => {
    const factor = factorOf(carts.kitchens[vId]?.currency)
    return [vId, cart.map((line) => multiplyPrices(line, factor))] as const
  })
  return { ...carts, itemsByVendor: Object.fromEntries(lines) }
}

const multiplyPrices = (line: CartLine, factor: number): CartLine => ({
  ...line,
  item: {
    ...line.item,
    price: line.item.price * factor,
    options: line.item.options.map((option) => ({
      ...option,
      choices: option.choices.map((choice) => ({ ...choice, priceAdjustment: choice.priceAdjustment * factor })),
    })),
  },
})

type Fields = Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const textOrEmpty = (value: unknown): string => (isText(value) ? value : '')
const textOrNull = (value: unknown): string | null => (isText(value) ? value : null)
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

function parseList<T>(value: unknown, parse: (entry: unknown) => T | null): T[] {
  return Array.isArray(value) ? value.map(parse).filter((entry): entry is T & {} => entry !== null) : []
}

function parseRecord<T>(value: unknown, parse: (entry: unknown) => T | null): Record<string, T> {
  const entries = Object.entries(fieldsOf(value)).map(([key, entry]) => [key, parse(entry)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, T & {}] => entry[1] !== null))
}
