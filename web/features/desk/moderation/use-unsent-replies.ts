import { useState } from 'react'
import type { DeskComment } from '#contract/moderation.ts'

interface QueueChanges {
  update: (comment: DeskComment) => boolean
  remove: (id: string) => void
}

/**
 * Keeps a row of a queue while a reply to its comment is being written, even when another moderator has decided about
 * the comment. A decision on this page drops the row.
 * @param filter what the queue shows; the rows of another filter are not kept
 * @param queue the queue, whose changes drop the reply when the comment leaves
 */
export function useUnsentReplies<Row>(
  rows: readonly Row[],
  filter: string,
  queue: QueueChanges,
  { idOf, compare }: { idOf: (row: Row) => string; compare: (a: Row, b: Row) => number },
) {
  const [kept, setKept] = useState<{ filter: string; rows: readonly Row[] }>({ filter, rows: [] })
  const here = new Set(rows.map(idOf))
  const left = kept.filter === filter ? kept.rows.filter((row) => !here.has(idOf(row))) : []
  const drop = (id: string) => setKept((all) => ({ ...all, rows: all.rows.filter((row) => idOf(row) !== id) }))
  return {
    rows: left.length === 0 ? rows : [...rows, ...left].toSorted(compare),
    toCardProps: (row: Row) => ({
      gone: !here.has(idOf(row)),
      isReplying: kept.filter === filter && kept.rows.some((one) => idOf(one) === idOf(row)),
      onWriting: (isWriting: boolean) => {
        drop(idOf(row))
        if (isWriting) setKept((all) => ({ filter, rows: all.filter === filter ? [...all.rows, row] : [row] }))
      },
    }),
    update: (comment: DeskComment): boolean => {
      const stays = queue.update(comment)
      if (!stays) drop(comment.comment.id)
      return stays
    },
    remove: (id: string) => {
      drop(id)
      queue.remove(id)
    },
  }
}
