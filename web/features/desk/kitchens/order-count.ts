import { COUNTED_ORDERS_MAX } from '#contract/ordering-limits.ts'

/** Formats a count of orders. The server counts up to `COUNTED_ORDERS_MAX`, which is shown as "1000+". */
export const formatOrderCount = (count: number): string =>
  count >= COUNTED_ORDERS_MAX ? `${COUNTED_ORDERS_MAX}+` : String(count)
