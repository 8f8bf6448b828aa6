/**
 * The columns whose sums a backup records, as pairs of table and column. A sum adds the minor units of all currencies.
 */
export const columnsToSum = [['orders', 'total']] as const
