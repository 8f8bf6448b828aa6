import * as z from 'zod'

/** The rows that a list leaves out because the database holds something in them that cannot be shown; absent when there are none. */
export const damagedRows = z.array(z.object({ id: z.string() })).optional()
export type DamagedRows = z.output<typeof damagedRows>
