import { useState } from 'react'
import type { CommentQueue } from './use-moderation-actions.ts'

/**
 * Keeps a row of a queue while a reply to its comment is being written, even when another moderator has decided about
 * the comment. A decision on this page drops the row.
 * @param filter what the queue shows; another filter drops the rows
 * @returns the rows with the kept ones, properties of their cards, and the queue whose changes drop kept rows
 */
export function useUnsentReplies<Row>(
  rows: readonly Row[],
  filter: string,
  queue: CommentQueue,
  goTo: (id: string | null) => void,
  { idOf, compare }: { idOf: (row: Row) => string; compare: (a: Row, b: Row) => number },
) {
  const [kept, setKept] = useState<{ filter: string; rows: readonly Row[] }>({ filter, rows: [] })
  if (kept.filter !== filter) setKept({ filter, rows: [] })
  const here = new Set(rows.map(idOf))
  const left = kept.filter === filter ? kept.rows.filter((row) => !here.has(idOf(row))) : []
  const all = left.length === 0 ? rows : [...rows, ...left].toSorted(compare)
  const after = (id: string): string | null => {
    if (here.has(id)) return queue.after(id)
    const at = all.findIndex((row) => idOf(row) === id)
    const next = all[at + 1] ?? all[at - 1]
    return next ? idOf(next) : null
  }
  const drop = (id: string) => setKept((before) => ({ ...before, rows: before.rows.filter((row) => idOf(row) !== id) }))
  return {
    rows: all,
    toCardProps: (row: Row) => ({
      gone: !here.has(idOf(row)),
      isReplying: kept.rows.some((one) => idOf(one) === idOf(row)),
      onWriting: (isWriting: boolean) => {
        drop(idOf(row))
        if (isWriting) setKept((before) => ({ ...before, rows: [...before.rows, row] }))
      },
      onDrop: () => {
        goTo(after(idOf(row)))
        drop(idOf(row))
      },
    }),
    queue: {
      ...queue,
      update: (comment) => {
        const stays = queue.update(comment)
        if (!stays) drop(comment.comment.id)
        return stays
      },
      remove: (id) => {
        drop(id)
        queue.remove(id)
      },
      after,
    } satisfies CommentQueue,
  }
}
