import { useCallback, useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { COMMENT_POLL_MS } from '#contract/limits.ts'
import { listModeratedComments, type ModeratedComment, type ModerationFilter } from '#contract/moderation.ts'
import { api } from '../kit/call-api.ts'
import { onLive, onLiveAgain, useLive } from '../kit/live.ts'
import { useAnswer, useMore } from './use-answer.ts'

type Page = Reply<typeof listModeratedComments>

/** Whether a comment is one of those that a filter shows. */
const belongs: Record<ModerationFilter, (comment: ModeratedComment) => boolean> = {
  waiting: ({ state }) => state === 'pending',
  reported: ({ reports }) => reports.some(({ resolved }) => !resolved),
  hidden: ({ state }) => state === 'hidden',
  all: () => true,
}

/**
 * The comments to judge, newest first, kept as they are on the server: told by the hub, or asked for again. What has left
 * the queue elsewhere leaves it here too, but for the comment that is held.
 * @param held the id of the comment that the moderator is at
 */
export function useQueue(filter: ModerationFilter, held: string | null) {
  const answer = useAnswer(listModeratedComments, { query: { filter } })
  const rest = useMore(answer, (first, more) => ({ ...more, comments: [...first.comments, ...more.comments] }))
  const { data, setData } = answer
  /** The held comment, when somebody else has dealt with it; and how many others they have, since something was done here. */
  const [gone, setGone] = useState<string | null>(null)
  const [decided, setDecided] = useState(0)
  const live = useLive(({ state }) => state === 'live')
  /** What there is now, for who asks while an answer is awaited. */
  const now = useRef({ filter, data, held, deeds: 0, changes: 0 })
  Object.assign(now.current, { filter, data, held })

  /** Shows a comment as it is now. @returns whether it still belongs to the queue */
  const place = (one: ModeratedComment): boolean => {
    const stays = belongs[now.current.filter](one)
    setData((page) => ({ ...page, comments: placed(page.comments, one, stays) }))
    return stays
  }
  const remove = useCallback(
    (id: string) => setData((page) => ({ ...page, comments: without(page.comments, id) })),
    [setData],
  )

  /** The comment to go on with when one has left the queue. */
  const after = (id: string): string | null => {
    const list = now.current.data?.comments ?? []
    const at = list.findIndex(({ comment }) => comment.id === id)
    return (list[at + 1] ?? list[at - 1])?.comment.id ?? null
  }

  const refresh = useOneAtATime(
    useCallback(async () => {
      const { data: known, changes } = now.current
      if (!known) return
      const fresh = await fetchAsFar(filter, known.comments)
      // What is done here meanwhile the answer may not have yet: the next one has.
      if (now.current.filter !== filter || now.current.deeds > 0 || now.current.changes !== changes) return
      const here = new Set(fresh.comments.map(({ comment }) => comment.id))
      const left = known.comments.filter(({ comment }) => !here.has(comment.id))
      const kept = left.find(({ comment }) => comment.id === now.current.held)
      setGone(kept?.comment.id ?? null)
      setDecided((count) => count + left.length - (kept ? 1 : 0))
      setData(() => (kept ? { ...fresh, comments: placed(fresh.comments, kept, true) } : fresh))
    }, [filter, setData]),
  )

  /** Does something to the queue, and asks again what is in it. */
  const doing = async <T>(work: () => Promise<T>): Promise<T> => {
    now.current.deeds++
    setDecided(0)
    try {
      return await work()
    } finally {
      now.current.deeds--
      now.current.changes++
      refresh()
    }
  }

  // What stayed only since the moderator was there goes when they go.
  useEffect(() => {
    if (gone === null || gone === held) return
    setGone(null)
    remove(gone)
  }, [held, gone, remove])

  useEffect(() => {
    const ends = [onLive('moderationChanged', refresh), onLiveAgain(refresh)]
    return () => {
      for (const end of ends) end()
    }
  }, [refresh])

  useEffect(() => {
    if (live) return
    const timer = setInterval(() => document.hidden || refresh(), COMMENT_POLL_MS)
    return () => clearInterval(timer)
  }, [live, refresh])

  return { ...answer, rest, gone, decided, place, remove, after, doing }
}

export type Queue = ReturnType<typeof useQueue>

/** Asks for as many pages as there are comments of which it is not known yet whether they are still there. */
async function fetchAsFar(filter: ModerationFilter, known: readonly ModeratedComment[]): Promise<Page> {
  let all = await api(listModeratedComments, { query: { filter } })
  while (all.next && all.comments.length < known.length) {
    const page = await api(listModeratedComments, { query: { filter, cursor: all.next } })
    all = { ...page, comments: [...all.comments, ...page.comments] }
  }
  // More have come than there were: the last ones known are on the next page.
  const last = all.comments.at(-1)?.comment.id ?? ''
  const further = all.next ? known.filter(({ comment }) => comment.id < last) : []
  return further.length === 0
    ? all
    : { ...all, comments: [...all.comments, ...further], next: further.at(-1)?.comment.id ?? null }
}

/** A list of comments, newest first, with one that is in its place or not at all. */
function placed(list: readonly ModeratedComment[], one: ModeratedComment, here: boolean): ModeratedComment[] {
  const { id } = one.comment
  const others = without(list, id)
  if (!here) return others
  const at = others.findIndex(({ comment }) => comment.id < id)
  return others.toSpliced(at === -1 ? others.length : at, 0, one)
}

const without = (list: readonly ModeratedComment[], id: string): ModeratedComment[] =>
  list.filter(({ comment }) => comment.id !== id)

/** Does a work again only when it is done, once for however often it was wanted meanwhile. A failure is tried again with the next. */
function useOneAtATime(work: () => Promise<void>): () => Promise<void> {
  const state = useRef<'idle' | 'busy' | 'again'>('idle')
  const latest = useRef(work)
  latest.current = work
  return useCallback(async () => {
    if (state.current !== 'idle') {
      state.current = 'again'
      return
    }
    do {
      state.current = 'busy'
      await latest.current().catch(() => {})
    } while ((state.current as string) === 'again')
    state.current = 'idle'
  }, [])
}
