import { addLinesToCart, type CartLine, removeRepeatedChoices } from '#contract/cart-line.ts'
import { LINE_QUANTITY_MAX } from '#contract/ordering-limits.ts'
import {
  createObjectParser,
  createTolerantListParser,
  createTolerantRecordParser,
  parseStoredInteger,
  parseStoredString,
  type StoredValueParser,
  withDefault,
} from '../../../device/parse-stored.ts'

const parseStoredOption = createObjectParser({
  optionId: parseStoredString,
  name: parseStoredString,
  min: withDefault(parseStoredInteger, 0),
  max: withDefault(parseStoredInteger, null),
  choices: createTolerantListParser(
    createObjectParser({ id: parseStoredString, name: parseStoredString, priceAdjustment: parseStoredInteger }),
  ),
})

/**
 * Parses a stored option. Earlier versions did not store the limits of an option. For such an option, any number of
 * choices is valid until the menu is loaded.
 */
const parseOption: StoredValueParser<CartLine['item']['options'][number]> = (stored) => {
  const option = parseStoredOption(stored)
  return option && { ...option, max: option.max ?? option.choices.length }
}

const parseChosen = createTolerantListParser(
  createObjectParser({ optionId: parseStoredString, choiceId: parseStoredString }),
)
const parseTexts = createTolerantListParser(parseStoredString)

const parseLines: StoredValueParser<CartLine[]> = createTolerantListParser(
  createObjectParser({
    itemId: parseStoredString,
    quantity: (stored) => (Number(stored) >= 1 ? parseStoredInteger(stored) : undefined),
    options: (stored) => removeRepeatedChoices(parseChosen(stored)),
    dietaryRequirements: (stored) => [...new Set(parseTexts(stored))],
    item: createObjectParser({
      name: parseStoredString,
      price: parseStoredInteger,
      options: createTolerantListParser(parseOption),
    }),
  }),
)

/** Parses a stored cart. Removes repeated choices from each line, and then merges equal lines. */
const parseCart: StoredValueParser<CartLine[]> = (stored) => {
  const lines = addLinesToCart([], parseLines(stored) ?? [])
  return lines.length > 0 ? lines.map(capCartLineQuantity) : undefined
}

/** Parses a currency code. A kitchen without a valid currency is dropped, because its prices could not be shown. */
const parseCurrency: StoredValueParser<string> = (stored) =>
  /^[A-Z]{3}$/.test(parseStoredString(stored) ?? '') ? parseStoredString(stored) : undefined

const deliveryTerms = {
  deliveryFee: withDefault(parseStoredInteger, 0),
  deliveryFreeOrdersOver: withDefault(parseStoredInteger, null),
}
const textOrEmpty = withDefault(parseStoredString, '')

const carts = {
  itemsByVendor: createTolerantRecordParser(parseCart),
  kitchens: createTolerantRecordParser(
    createObjectParser({ name: parseStoredString, slug: parseStoredString, currency: parseCurrency }),
  ),
  address: createObjectParser({ address: textOrEmpty, city: textOrEmpty, postcode: textOrEmpty }),
}
const order = {
  ...carts,
  ...deliveryTerms,
  /** The current kitchen (S3.02). */
  vendor: withDefault(createObjectParser({ vId: parseStoredString, ...deliveryTerms }), null),
  orderId: withDefault(parseStoredString, null),
  /**
   * Whether the payment of the order `orderId` was sent to the card provider. This does not prove that the order was
   * paid.
   */
  paymentSent: (stored: unknown) => stored === true,
  referral: textOrEmpty,
}
const parseCarts = createObjectParser(carts)
const parseOrder = createObjectParser(order)

/** Parses the part of the order store that is in local storage (S3.02, S3.07). Invalid parts become their defaults. */
export const parseStoredOrderState = createObjectParser({
  ...order,
  /** The account that owns the carts; null when they were filled without an account. */
  owner: withDefault(parseStoredString, null),
  /**
   * The carts of readers who have logged out, by account. A reader's carts are hidden until this reader logs in again.
   */
  setAside: createTolerantRecordParser(parseCarts),
})

export type Carts = ReturnType<typeof parseCarts>
export type StoredOrderState = ReturnType<typeof parseStoredOrderState>

export const createEmptyCarts = (): Carts => parseCarts({})
export const createEmptyOrderState = () => parseOrder({})

export const capCartLineQuantity = (line: CartLine): CartLine =>
  line.quantity > LINE_QUANTITY_MAX ? { ...line, quantity: LINE_QUANTITY_MAX } : line

/**
 * The currencies with two decimal digits whose prices version 1 stored without decimals. Such a price is 100 times too
 * small (server/db/migrations/0008-currency-digits.ts).
 */
const hundredfoldCurrencies = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'
const findPriceFactor = (currency = 'none'): number =>
  hundredfoldCurrencies.includes(currency) ? 100 : currency === 'IQD' ? 1_000 : 1

/** Converts prices in the order store of version 1 to the minor units of ISO 4217. */
export const migrateStoredPrices = (order: StoredOrderState): StoredOrderState => ({
  ...convertCarts(order),
  setAside: mapValues(order.setAside, convertCarts),
})

const convertCarts = <C extends Carts>(carts: C): C => ({
  ...carts,
  itemsByVendor: mapValues(carts.itemsByVendor, (lines, vId) => {
    const factor = findPriceFactor(carts.kitchens[vId]?.currency)
    return lines.map((line) => multiplyPrices(line, factor))
  }),
})

const mapValues = <T, R>(record: Record<string, T>, convert: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value, key)]))

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
