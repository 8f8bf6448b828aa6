import type * as z from 'zod'
import { createNotFoundRefusal } from './failures.ts'

/** A row that does not pass the schema of its list. The call leaves the row out, lists its id and reports it. */
export class DamagedRowError extends Error {
  readonly id: string

  constructor(kind: string, id: string, cause: unknown) {
    super(`The ${kind} ${id} is damaged and cannot be shown.`, { cause })
    this.id = id
  }
}

/** The rows that passed, in their order. `damaged`: the other rows; undefined when there are none. */
export interface PresentedRows<T> {
  shown: T[]
  damaged: DamagedRowError[] | undefined
}

/**
 * Presents each row of a list by its schema, so that one damaged row does not fail the whole list.
 * @param kind the name of a row in reports, such as `order`
 * @param present may throw for a row that cannot be presented
 */
export function presentRows<R extends { id: string }, S extends z.ZodType>(
  kind: string,
  schema: S,
  rows: readonly R[],
  present: (row: R) => z.input<S>,
): PresentedRows<z.output<S>> {
  const shown: z.output<S>[] = []
  const damaged: DamagedRowError[] = []
  for (const row of rows) {
    try {
      shown.push(schema.parse(present(row)))
    } catch (cause) {
      damaged.push(new DamagedRowError(kind, row.id, cause))
    }
  }
  return { shown, damaged: damaged.length > 0 ? damaged : undefined }
}

export function mergeDamagedRows(...lists: readonly PresentedRows<unknown>[]): DamagedRowError[] | undefined {
  const damaged = lists.flatMap((list) => list.damaged ?? [])
  return damaged.length > 0 ? damaged : undefined
}

/** Returns the only row of a list. @throws {Refusal} not_found @throws {DamagedRowError} for a damaged row */
export function getOnlyRow<T>({ shown: [row], damaged }: PresentedRows<T>): T {
  if (damaged) throw damaged[0]
  if (row === undefined) throw createNotFoundRefusal()
  return row
}
