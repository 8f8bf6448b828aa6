import { COUNTED_ORDERS_MAX } from '#contract/ordering-limits.ts'

/** Formats a number of orders that the server counts up to `COUNTED_ORDERS_MAX`: "1000+" at the limit. */
export const formatOrderCount = (count: number): string =>
  count >= COUNTED_ORDERS_MAX ? `${COUNTED_ORDERS_MAX}+` : String(count)
