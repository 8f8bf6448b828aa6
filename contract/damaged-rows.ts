import * as z from 'zod'

/** The ids of rows that a list leaves out because their stored data is invalid; undefined when all rows are valid. */
export const damagedRowsSchema = z.array(z.object({ id: z.string() })).optional()
export type DamagedRows = z.output<typeof damagedRowsSchema>
