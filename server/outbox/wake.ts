import type { DialectAdapter } from 'kysely'
import { afterCommit } from '../db/after-commit.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** A kind of work in the outbox. */
export type Work = Schema['outbox']['kind']

type Listener = (work: Work) => void

/** The listeners of each database, by the adapter that it shares with its transactions. */
const listeners = new WeakMap<DialectAdapter, Set<Listener>>()

const adapterOf = (db: Queries) => db.getExecutor().adapter

/** Wakes the worker of this process after the commit of the transaction. */
export function wakeAfterCommit(db: Queries, work: Work): Promise<void> {
  return afterCommit(db, () => {
    for (const listener of listeners.get(adapterOf(db)) ?? []) listener(work)
  })
}

/** Calls `listener` after each commit of this process that has added work. @returns a function that ends this */
export function onWork(db: Database, listener: Listener): () => void {
  const all = listeners.get(adapterOf(db)) ?? new Set()
  listeners.set(adapterOf(db), all.add(listener))
  return () => void all.delete(listener)
}
