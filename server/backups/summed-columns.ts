/** The columns whose sums a backup records, in minor units of all currencies together: table and column. */
export const columnsToSum = [['orders', 'total']] as const
