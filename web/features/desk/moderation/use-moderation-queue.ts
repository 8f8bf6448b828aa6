import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { COMMENT_POLL_MS } from '#contract/limits.ts'
import { type DeskComment, listDeskComments, type ModerationFilter, moderateComment } from '#contract/moderation.ts'
import { callForJson } from '../../../api/call-api.ts'
import { getErrorMessage } from '../../../api/problem.ts'
import { useLiveAwareInterval, useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { toDeskQueryKey } from '../queries.ts'

interface QueuedComments extends SuccessReplyBody<typeof listDeskComments> {
  /** The id of the current comment when another moderator has decided about it; otherwise null. */
  gone: string | null
  /**
   * The number of comments, except the current one, that other moderators have decided about since the moderator's most
   * recent action on this page.
   */
  decided: number
}

/** Returns whether a comment has a report that no moderator has resolved. */
export const hasOpenReports = ({ reports }: Pick<DeskComment, 'reports'>): boolean =>
  reports.some(({ resolved }) => !resolved)

/**
 * Sets the state of a comment and of its reports. The server does not approve or keep a text that was edited meanwhile.
 * @param seen the id of the comment, and the `editedAt` of the text that the moderator sees, if it is known
 */
export const judgeComment = (
  { id, editedAt }: { id: string; editedAt: number | null | undefined },
  state: DeskComment['state'],
  reportsResolved: boolean,
): Promise<DeskComment> => callForJson(moderateComment, { params: { id }, body: { state, reportsResolved, editedAt } })

/** For each filter, a function that returns whether the filter shows a comment. */
const filterChecks: Record<ModerationFilter, (comment: DeskComment) => boolean> = {
  waiting: ({ state }) => state === 'pending',
  reported: hasOpenReports,
  hidden: ({ state }) => state === 'hidden',
  all: () => true,
}

/**
 * Fetches the comments to moderate, newest first, and fetches them again after a live event. A comment that another
 * moderator has decided about leaves the queue. If it is the current comment, it stays until the moderator moves to
 * another comment.
 * @param current the id of the current comment
 */
export function useModerationQueue(filter: ModerationFilter, current: string | null) {
  const client = useQueryClient()
  const queryKey = toDeskQueryKey('comments', filter)
  const refetchInterval = useLiveAwareInterval(COMMENT_POLL_MS)
  /**
   * The latest values, for responses that arrive after a rerender. `running` and `ended` count actions.
   */
  const now = useRef({ current, running: 0, ended: 0 })
  now.current.current = current

  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<QueuedComments> => {
      const { ended } = now.current
      const fetched = await fetchLoadedPages(
        filter,
        client.getQueryData<QueuedComments>(queryKey)?.comments ?? [],
        signal,
      )
      const cached = client.getQueryData<QueuedComments>(queryKey)
      if (!cached) return { ...fetched, gone: null, decided: 0 }
      // A response that was requested before or during an action may lack the result of the action. The next fetch
      // contains the result.
      if (now.current.running > 0 || now.current.ended !== ended) return cached
      const isHere = new Set(fetched.comments.map(({ comment }) => comment.id))
      const left = cached.comments.filter(({ comment }) => !isHere.has(comment.id))
      const pinned = left.find(({ comment }) => comment.id === now.current.current)
      return {
        ...fetched,
        comments: pinned ? insertComment(fetched.comments, pinned) : fetched.comments,
        gone: pinned?.comment.id ?? null,
        decided: cached.decided + left.length - (pinned ? 1 : 0),
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  useLiveInvalidation(toDeskQueryKey('comments'), 'moderationChanged')

  const setData = (change: (comments: QueuedComments) => QueuedComments) =>
    client.setQueryData<QueuedComments>(queryKey, (comments) => comments && change(comments))
  const remove = (id: string) =>
    setData((list) => ({
      ...list,
      comments: removeComment(list.comments, id),
      gone: list.gone === id ? null : list.gone,
    }))

  // The comment `gone` stays in the queue only while it is current. When another comment becomes current, removes it.
  const gone = data?.gone ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current comment changes.
  useEffect(() => {
    if (gone !== null && gone !== current) remove(gone)
  }, [current, gone])

  const next = data?.next ?? null
  const more = useMutation({
    mutationFn: (cursor: string) => callForJson(listDeskComments, { query: { filter, cursor } }),
    // If the list was fetched again during this call, the fetched page no longer continues the list.
    onSuccess: (page, cursor) =>
      setData((list) =>
        list.next === cursor ? { ...list, ...page, comments: [...list.comments, ...page.comments] } : list,
      ),
  })

  return {
    data,
    /** Whether these are still the comments of the previous filter. */
    isStale: isPlaceholderData,
    problem: getErrorMessage(error),
    refetch: () => void refetch(),
    setPolicy: (policy: QueuedComments['policy']) => setData((list) => ({ ...list, policy })),
    more: {
      hasMore: next !== null,
      isFetching: more.isPending,
      problem: getErrorMessage(more.error),
      fetchMore: () => void (next !== null && !more.isPending && more.mutate(next)),
      damaged: data?.damaged,
    },

    /** Replaces a comment by its new state. @returns whether it still belongs to the queue */
    update: (comment: DeskComment): boolean => {
      const stays = filterChecks[filter](comment)
      setData(({ comments, ...list }) => ({
        ...list,
        comments: stays ? insertComment(comments, comment) : removeComment(comments, comment.comment.id),
      }))
      return stays
    },
    remove,

    /**
     * Returns the id of the comment to continue with when a comment has left the queue; null when it was the only one.
     */
    after: (id: string): string | null => {
      const comments = client.getQueryData<QueuedComments>(queryKey)?.comments ?? []
      const at = comments.findIndex(({ comment }) => comment.id === id)
      return (comments[at + 1] ?? comments[at - 1])?.comment.id ?? null
    },

    /** Runs an action on the queue, and fetches the queue again afterwards. */
    whileJudging: async <T>(work: () => Promise<T>): Promise<T> => {
      now.current.running++
      setData((list) => ({ ...list, decided: 0 }))
      try {
        return await work()
      } finally {
        now.current.running--
        now.current.ended++
        client.invalidateQueries({ queryKey })
      }
    },
  }
}

async function fetchLoadedPages(filter: ModerationFilter, loaded: readonly DeskComment[], signal: AbortSignal) {
  let all = await callForJson(listDeskComments, { query: { filter }, signal })
  while (all.next && all.comments.length < loaded.length) {
    const page = await callForJson(listDeskComments, { query: { filter, cursor: all.next }, signal })
    all = { ...page, comments: [...all.comments, ...page.comments] }
  }
  // New comments at the start may have moved the last loaded comments to a page that is not fetched here. These
  // comments stay in the list.
  const last = all.comments.at(-1)?.comment.id ?? ''
  const further = all.next ? loaded.filter(({ comment }) => comment.id < last) : []
  return further.length === 0
    ? all
    : { ...all, comments: [...all.comments, ...further], next: further.at(-1)?.comment.id ?? null }
}

/** Inserts a comment into a list, which is sorted newest first. */
function insertComment(list: readonly DeskComment[], inserted: DeskComment): DeskComment[] {
  const others = removeComment(list, inserted.comment.id)
  const at = others.findIndex(({ comment }) => comment.id < inserted.comment.id)
  return others.toSpliced(at === -1 ? others.length : at, 0, inserted)
}

const removeComment = (list: readonly DeskComment[], id: string): DeskComment[] =>
  list.filter(({ comment }) => comment.id !== id)
