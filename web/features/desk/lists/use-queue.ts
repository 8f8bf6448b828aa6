import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { COMMENT_POLL_MS } from '#contract/limits.ts'
import { listModeratedComments, type ModeratedComment, type ModerationFilter } from '#contract/moderation.ts'
import { api } from '../../../api/call-api.ts'
import { messageOf } from '../../../api/problem.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { useLive } from '../../../live/live.ts'
import { deskKeys } from '../queries.ts'

interface Comments extends Reply<typeof listModeratedComments> {
  /** The comment that the moderator is at, when somebody else has dealt with it. */
  gone: string | null
  /** How many others somebody else has dealt with, since something was done here. */
  decided: number
}

/** Whether a comment is one of those that a filter shows. */
const belongs: Record<ModerationFilter, (comment: ModeratedComment) => boolean> = {
  waiting: ({ state }) => state === 'pending',
  reported: ({ reports }) => reports.some(({ resolved }) => !resolved),
  hidden: ({ state }) => state === 'hidden',
  all: () => true,
}

/**
 * The comments to judge, newest first, fetched again when the hub tells of a change. What has left the queue elsewhere leaves
 * it here too, but for the comment that the moderator is at, which is pinned until they go on.
 * @param current the id of the comment that the moderator is at
 */
export function useQueue(filter: ModerationFilter, current: string | null) {
  const client = useQueryClient()
  const queryKey = deskKeys.comments(filter)
  const live = useLive(({ state }) => state === 'live')
  /** What there is by the time an answer comes. */
  const now = useRef({ current, judgements: 0, changes: 0 })
  now.current.current = current

  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Comments> => {
      const { changes } = now.current
      const fresh = await fetchAsFar(filter, client.getQueryData<Comments>(queryKey)?.comments ?? [], signal)
      const known = client.getQueryData<Comments>(queryKey)
      if (!known) return { ...fresh, gone: null, decided: 0 }
      // The answer may not have what was done here meanwhile: the next one has.
      if (now.current.judgements > 0 || now.current.changes !== changes) return known
      const isHere = new Set(fresh.comments.map(({ comment }) => comment.id))
      const left = known.comments.filter(({ comment }) => !isHere.has(comment.id))
      const pinned = left.find(({ comment }) => comment.id === now.current.current)
      return {
        ...fresh,
        comments: pinned ? insertComment(fresh.comments, pinned) : fresh.comments,
        gone: pinned?.comment.id ?? null,
        decided: known.decided + left.length - (pinned ? 1 : 0),
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval: live ? false : COMMENT_POLL_MS,
  })
  useLiveInvalidation(deskKeys.comments(), 'moderationChanged')

  const setData = (change: (comments: Comments) => Comments) =>
    client.setQueryData<Comments>(queryKey, (comments) => comments && change(comments))
  const remove = (id: string) =>
    setData((list) => ({
      ...list,
      comments: removeComment(list.comments, id),
      gone: list.gone === id ? null : list.gone,
    }))

  // What stayed only because the moderator was there goes when they go.
  const gone = data?.gone ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about where the moderator is.
  useEffect(() => {
    if (gone !== null && gone !== current) remove(gone)
  }, [current, gone])

  const next = data?.next ?? null
  const more = useMutation({
    mutationFn: (cursor: string) => api(listModeratedComments, { query: { filter, cursor } }),
    // Another answer may have come meanwhile.
    onSuccess: (page, cursor) =>
      setData((list) =>
        list.next === cursor ? { ...list, ...page, comments: [...list.comments, ...page.comments] } : list,
      ),
  })

  return {
    data,
    isFetching,
    problem: messageOf(error),
    refetch: () => void refetch(),
    setPolicy: (policy: Comments['policy']) => setData((list) => ({ ...list, policy })),
    more: {
      hasMore: next !== null,
      isFetching: more.isPending,
      problem: messageOf(more.error),
      fetchMore: () => void (next !== null && !more.isPending && more.mutate(next)),
      damaged: data?.damaged,
    },

    /** Shows a comment as it is now. @returns whether it still belongs to the queue */
    update: (comment: ModeratedComment): boolean => {
      const stays = belongs[filter](comment)
      setData(({ comments, ...list }) => ({
        ...list,
        comments: stays ? insertComment(comments, comment) : removeComment(comments, comment.comment.id),
      }))
      return stays
    },
    remove,

    /** Returns the comment to go on with when one has left the queue. */
    after: (id: string): string | null => {
      const comments = client.getQueryData<Comments>(queryKey)?.comments ?? []
      const at = comments.findIndex(({ comment }) => comment.id === id)
      return (comments[at + 1] ?? comments[at - 1])?.comment.id ?? null
    },

    /** Does something to the queue, and fetches it again. */
    whileJudging: async <T>(work: () => Promise<T>): Promise<T> => {
      now.current.judgements++
      setData((list) => ({ ...list, decided: 0 }))
      try {
        return await work()
      } finally {
        now.current.judgements--
        now.current.changes++
        client.invalidateQueries({ queryKey })
      }
    },
  }
}

export type Queue = ReturnType<typeof useQueue>

/** Fetches as many pages as there are comments of which it is not known yet whether they are still there. */
async function fetchAsFar(filter: ModerationFilter, known: readonly ModeratedComment[], signal: AbortSignal) {
  let all = await api(listModeratedComments, { query: { filter }, signal })
  while (all.next && all.comments.length < known.length) {
    const page = await api(listModeratedComments, { query: { filter, cursor: all.next }, signal })
    all = { ...page, comments: [...all.comments, ...page.comments] }
  }
  // More have come than there were: the last ones known are on the next page.
  const last = all.comments.at(-1)?.comment.id ?? ''
  const further = all.next ? known.filter(({ comment }) => comment.id < last) : []
  return further.length === 0
    ? all
    : { ...all, comments: [...all.comments, ...further], next: further.at(-1)?.comment.id ?? null }
}

/** Puts a comment in its place in a list, newest first. */
function insertComment(list: readonly ModeratedComment[], inserted: ModeratedComment): ModeratedComment[] {
  const others = removeComment(list, inserted.comment.id)
  const at = others.findIndex(({ comment }) => comment.id < inserted.comment.id)
  return others.toSpliced(at === -1 ? others.length : at, 0, inserted)
}

const removeComment = (list: readonly ModeratedComment[], id: string): ModeratedComment[] =>
  list.filter(({ comment }) => comment.id !== id)
