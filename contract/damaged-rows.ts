import * as z from 'zod'

/** The rows that a list leaves out because their stored data is invalid; absent when all rows are valid. */
export const damagedRows = z.array(z.object({ id: z.string() })).optional()
export type DamagedRows = z.output<typeof damagedRows>
