import { useCallback, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { COMMENT_POLL_MS } from '#contract/limits.ts'
import { FetchFailed } from '../../api/api.ts'
import { onLive, onLiveAgain, useLive } from '../../live/live.ts'
import { fetchComments, type Tagged } from './call-comments.ts'
import {
  arrivalsIn,
  type CommentList,
  type CommentPage,
  extended,
  goneFrom,
  inOrder,
  noComments,
  replaced,
  withLinked,
  withOwn,
  withRemoved,
  withSaved,
} from './comment-list.ts'

type Change = (list: CommentList) => CommentList

interface Options {
  pageKey: string
  /** Who reads: the id of an account, 'nobody', or null while that is being found out. */
  reader: string | null
  /** Called before something changes that the reader has not done. */
  onChange: () => void
  /** Called with what others have written since. */
  onArrivals: (comments: Comment[]) => void
}

/** The comments of a page, kept as they are on the server: told by the hub, or asked for again. */
export function useComments({ pageKey, reader, onChange, onArrivals }: Options) {
  const [list, setList] = useState(noComments)
  const [state, setState] = useState<'asking' | 'here' | 'failed'>('asking')
  const current = useRef(noComments)
  const tagged = useRef<Tagged>(new Map())
  /** What was told while an answer was awaited, which may be older. */
  const told = useRef<Change[] | null>(null)
  const asked = useRef(0)
  const loaded = useRef(false)
  const live = useLive((live) => live.state === 'live')

  const show = useCallback((list: CommentList) => {
    current.current = list
    setList(list)
  }, [])

  const change = useCallback(
    (make: Change) => {
      told.current?.push(make)
      show(make(current.current))
    },
    [show],
  )

  /** What others do. */
  const hear = useCallback(
    (make: Change) => {
      onChange()
      const before = current.current
      change(make)
      onArrivals(arrivalsIn(current.current, before, reader))
    },
    [change, onChange, onArrivals, reader],
  )

  /** Asks for everything that is shown. */
  const ask = useCallback(async () => {
    if (reader === null) return
    const mine = ++asked.current
    told.current = []
    try {
      const before = current.current
      const pages = await fetchPages(pageKey, before, tagged.current)
      const thread = before.linked ? await fetchThread(pageKey, before.linked, tagged.current) : []
      if (mine !== asked.current) return
      const known = current.current
      const news = told.current ?? []
      const next = news.reduce((list, make) => make(list), replaced(known, pages, thread))
      onChange()
      show(next)
      setState('here')
      // On the first answer everything is new; from then on only what has come since, not what was further down.
      const newest = [...known.comments.keys()].sort().at(-1) ?? ''
      if (loaded.current) onArrivals(arrivalsIn(next, known, reader).filter(({ id }) => id > newest))
      loaded.current = true
    } catch (error) {
      if (mine !== asked.current) return
      console.info(`The comments of ${pageKey} could not be loaded (S8.05)`, error)
      setState((state) => (state === 'here' ? state : 'failed'))
    }
    told.current = null
  }, [pageKey, reader, show, onChange, onArrivals])

  useEffect(() => {
    tagged.current = new Map()
    ask()
    return () => {
      asked.current++
    }
  }, [ask])

  useEffect(() => {
    const ends = [
      onLive('commentSaved', ({ comment, total }) => {
        if (comment.pageUrl === pageKey) hear((list) => withSaved(list, comment, total))
      }),
      onLive('commentRemoved', ({ id, pageUrl, total }) => {
        if (pageUrl === pageKey) hear((list) => withRemoved(list, id, total))
      }),
      onLive('commentsChanged', (pageUrl) => pageUrl === pageKey && ask()),
      onLiveAgain(ask),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [pageKey, hear, ask])

  useEffect(() => {
    if (live) return
    const poll = () => {
      if (!document.hidden) ask()
    }
    const timer = setInterval(poll, COMMENT_POLL_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [live, ask])

  return {
    list,
    state,
    /** Asks again, and shows what is there until then. */
    refresh: ask,
    /** Asks again after a failure. */
    again: () => {
      setState('asking')
      ask()
    },
    /** Asks for the next fifty. @returns the first of them. @throws what a call throws */
    more: async (): Promise<Comment | undefined> => {
      const { next } = current.current
      if (!next) return
      const page = await fetchComments({ pageUrl: pageKey, after: next }, tagged.current)
      change((list) => (list.next === next ? extended(list, page) : list))
      return page.comments.find(({ threadId }) => threadId !== current.current.linked)
    },
    /** Finds a comment by its id, and shows its thread if it is not shown yet. @returns whether there is one */
    find: async (id: string): Promise<boolean> => {
      if (current.current.comments.has(id)) return true
      const thread = await fetchThread(pageKey, id, tagged.current)
      change((list) => (thread.length > 0 && !list.comments.has(id) ? withLinked(list, thread) : list))
      return thread.some((comment) => comment.id === id)
    },
    /** The reader has posted or changed one. */
    saved: (comment: Comment) => change((list) => withOwn(list, comment)),
    /** The reader has deleted one. */
    deleted: (comment: Comment) => change((list) => withOwn(list, goneFrom(comment))),
  }
}

/** From the first page on, as many as cover what is shown. */
async function fetchPages(pageUrl: string, { comments, linked }: CommentList, tagged: Tagged) {
  const last = [...comments.values()]
    .filter(({ threadId }) => threadId !== linked)
    .sort(inOrder)
    .at(-1)
  const pages: CommentPage[] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page: CommentPage = await fetchComments({ pageUrl, after: next }, tagged)
    pages.push(page)
    const reached = page.comments.at(-1)
    next = last && reached && inOrder(reached, last) < 0 ? page.next : null
  }
  return pages
}

/** The thread of a comment; empty when there is none. */
async function fetchThread(pageUrl: string, thread: string, tagged: Tagged): Promise<Comment[]> {
  const comments: Comment[] = []
  try {
    for (let next: string | null | undefined; next !== null; ) {
      const page: CommentPage = await fetchComments({ pageUrl, thread, after: next }, tagged)
      comments.push(...page.comments)
      next = page.next
    }
    return comments
  } catch (error) {
    if (error instanceof FetchFailed && error.response.status === 404) return []
    throw error
  }
}
