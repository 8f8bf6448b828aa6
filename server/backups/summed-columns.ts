/** The columns whose sums a backup records: table and column. A sum adds the minor units of all currencies. */
export const columnsToSum = [['orders', 'total']] as const
