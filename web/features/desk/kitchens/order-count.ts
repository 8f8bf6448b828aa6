import { ORDER_COUNT_SHOWN_MAX } from '#contract/ordering-limits.ts'

/** Formats a count of orders. The server counts up to `ORDER_COUNT_SHOWN_MAX`, which is shown as "1000+". */
export const formatCappedOrderCount = (count: number): string =>
  count >= ORDER_COUNT_SHOWN_MAX ? `${ORDER_COUNT_SHOWN_MAX}+` : String(count)
