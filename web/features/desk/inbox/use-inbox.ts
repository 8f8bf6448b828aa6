import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import type { InboxItem, InboxKind, listInbox } from '#contract/inbox.ts'
import { INBOX_POLL_MS } from '#contract/limits.ts'
import type { ModeratedComment } from '#contract/moderation.ts'
import { messageOf } from '../../../api/problem.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { useWaiting } from '../../../kit/waiting.ts'
import { deskQueries, toDeskKey } from '../queries.ts'
import { isWaiting } from './inbox-kinds.ts'

type Inbox = Reply<typeof listInbox>

/** The items that wait, the latest first, with the changes that the desk makes to them. */
export function useInbox(kind: InboxKind | 'all') {
  const client = useQueryClient()
  const options = deskQueries.inbox(kind)
  const { queryKey } = options
  const { data, error, refetch } = useQuery({ ...options, refetchInterval: INBOX_POLL_MS })
  useLiveInvalidation(toDeskKey('inbox'), 'moderationChanged')
  useLiveInvalidation(toDeskKey('inbox'), 'errorsChanged')

  const items = () => client.getQueryData<Inbox>(queryKey)?.items ?? []
  const setItems = (change: (items: readonly InboxItem[]) => InboxItem[]) =>
    client.setQueryData<Inbox>(queryKey, (inbox) => inbox && { ...inbox, items: change(inbox.items) })
  const remove = (id: string) => setItems((items) => items.filter((item) => item.id !== id))
  const insert = (item: InboxItem) =>
    setItems((items) => [...items.filter(({ id }) => id !== item.id), item].toSorted((a, b) => b.at - a.at))

  return {
    data,
    problem: messageOf(error),
    refetch: () => void refetch(),
    remove,
    insert,

    /** Replaces the comment of an item. @returns whether it still waits */
    update: (comment: ModeratedComment): boolean => {
      const { id, author: title, content: text, createdAt: at } = comment.comment
      if (isWaiting(comment)) insert({ kind: 'comment', id, at, title, text, to: '/desk/moderation', comment })
      else remove(id)
      return isWaiting(comment)
    },

    /** Returns the item to go on with when an item has left. */
    after: (id: string): string | null => {
      const all = items()
      const at = all.findIndex((item) => item.id === id)
      return (all[at + 1] ?? all[at - 1])?.id ?? null
    },

    /**
     * Takes a step, and fetches what waits again afterwards. A response that is under way is ignored, because it may not
     * know of the step.
     */
    whileJudging: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } finally {
        client.invalidateQueries({ queryKey: toDeskKey('inbox') })
        useWaiting.getState().fetchWaiting()
      }
    },
  }
}
