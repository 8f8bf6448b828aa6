import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxItem, InboxKind, listInbox } from '#contract/desk-inbox.ts'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { INBOX_POLL_MS } from '#contract/limits.ts'
import type { DeskComment } from '#contract/moderation.ts'
import { getErrorMessage } from '../../../api/problem.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { useInboxCounts } from '../../../kit/inbox-counts.ts'
import { deskQueries, toDeskQueryKey } from '../queries.ts'
import { needsModeration } from './inbox-kinds.ts'

type Inbox = SuccessReplyBody<typeof listInbox>

/** Returns the items that wait for an admin, the latest first, and functions that change the cached items. */
export function useInboxItems(kind: InboxKind | 'all') {
  const client = useQueryClient()
  const options = deskQueries.inbox(kind)
  const { queryKey } = options
  const { data, error, refetch } = useQuery({ ...options, refetchInterval: INBOX_POLL_MS })
  useLiveInvalidation(toDeskQueryKey('inbox'), 'moderationChanged')
  useLiveInvalidation(toDeskQueryKey('inbox'), 'errorsChanged')

  const items = () => client.getQueryData<Inbox>(queryKey)?.items ?? []
  const setItems = (change: (items: readonly InboxItem[]) => InboxItem[]) =>
    client.setQueryData<Inbox>(queryKey, (inbox) => inbox && { ...inbox, items: change(inbox.items) })
  const remove = (id: string) => setItems((items) => items.filter((item) => item.id !== id))
  const insert = (item: InboxItem) =>
    setItems((items) => [...items.filter(({ id }) => id !== item.id), item].toSorted((a, b) => b.at - a.at))

  return {
    data,
    problem: getErrorMessage(error),
    refetch: () => void refetch(),
    remove,
    insert,

    /** Replaces the comment of an item. @returns whether the comment still waits */
    update: (comment: DeskComment): boolean => {
      const { id, author: title, content: text, createdAt: at } = comment.comment
      if (needsModeration(comment)) insert({ kind: 'comment', id, at, title, text, to: '/desk/moderation', comment })
      else remove(id)
      return needsModeration(comment)
    },

    /** Returns the id of the item to continue with when an item is removed; null when it was the only one. */
    after: (id: string): string | null => {
      const all = items()
      const at = all.findIndex((item) => item.id === id)
      return (all[at + 1] ?? all[at - 1])?.id ?? null
    },

    /**
     * Runs an action on items, and fetches the inbox again afterwards. A fetch that is in progress is cancelled,
     * because its response may have been built before the action.
     */
    whileJudging: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } finally {
        client.invalidateQueries({ queryKey: toDeskQueryKey('inbox') })
        useInboxCounts.getState().fetchWaiting()
      }
    },
  }
}
