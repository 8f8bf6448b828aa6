import type { DialectAdapter } from 'kysely'
import { afterCommit } from '../db/after-commit.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** A kind of work that a commit can leave something to do of. */
export type Work = Schema['outbox']['kind']

type Listener = (work: Work) => void

/** The listeners of each database, by the one object that it has in common with its transactions. */
const listeners = new WeakMap<DialectAdapter, Set<Listener>>()

const adapterOf = (db: Queries) => db.getExecutor().adapter

/** Wakes the worker of this process, once the transaction has been committed. */
export function wakeAfterCommit(db: Queries, work: Work): Promise<void> {
  return afterCommit(db, () => {
    for (const listener of listeners.get(adapterOf(db)) ?? []) listener(work)
  })
}

/** Calls `listener` for each commit of this process that has left work. @returns ends that */
export function onWork(db: Database, listener: Listener): () => void {
  const all = listeners.get(adapterOf(db)) ?? new Set()
  listeners.set(adapterOf(db), all.add(listener))
  return () => void all.delete(listener)
}
