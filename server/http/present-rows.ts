import type * as z from 'zod'

/** A row that is not what the schema of its list takes; the call that names it is answered all the same, and reports it. */
export class DamagedRow extends Error {
  readonly id: string

  constructor(kind: string, id: string, cause: unknown) {
    super(`The ${kind} ${id} is damaged and cannot be shown.`, { cause })
    this.id = id
  }
}

/** The rows that could be presented, in their order, and those that could not: undefined when there are none. */
export interface Presented<T> {
  shown: T[]
  damaged: DamagedRow[] | undefined
}

/**
 * Presents each row of a list by the schema it leaves through, so that one bad row never takes the list down.
 * @param kind what a row is, as a report names it, such as `order`
 * @param present may throw for a row that cannot be presented
 */
export function presentRows<R extends { id: string }, S extends z.ZodType>(
  kind: string,
  schema: S,
  rows: readonly R[],
  present: (row: R) => z.input<S>,
): Presented<z.output<S>> {
  const shown: z.output<S>[] = []
  const damaged: DamagedRow[] = []
  for (const row of rows) {
    try {
      shown.push(schema.parse(present(row)))
    } catch (cause) {
      damaged.push(new DamagedRow(kind, row.id, cause))
    }
  }
  return { shown, damaged: damaged.length > 0 ? damaged : undefined }
}

/** The damaged rows of an answer with several lists. */
export function damagedIn(...lists: readonly Presented<unknown>[]): DamagedRow[] | undefined {
  const damaged = lists.flatMap((list) => list.damaged ?? [])
  return damaged.length > 0 ? damaged : undefined
}

/** The one row of a list of one. @throws {DamagedRow} when it could not be presented */
export function presentedOne<T>({ shown: [one], damaged }: Presented<T>): T | undefined {
  if (damaged) throw damaged[0]
  return one
}
