import { useCallback, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { COMMENT_POLL_MS } from '#contract/limits.ts'
import { FailedResponseError } from '../../api/api.ts'
import { callAll } from '../../device/listen.ts'
import { repeatWhileVisible } from '../../device/repeat-while-visible.ts'
import { runAfterPressEnds } from '../../kit/press.ts'
import { onLiveEvent, onLiveEventsMissed, useLiveState } from '../../live/live.ts'
import { type CommentEtagCache, fetchCommentPage } from './call-comments.ts'
import {
  appendPage,
  type CommentList,
  type CommentPage,
  compareCommentsByThread,
  emptyCommentList,
  findNewCommentsByOthers,
  keepParentsOfDrafts,
  mergeLinkedThread,
  mergeOwnComment,
  mergePublicComment,
  removeComment,
  replacePages,
  toDeletedComment,
} from './comment-list.ts'
import { hasDraft, toDraftName } from './writing/drafts.ts'

type Change = (list: CommentList) => CommentList

interface Options {
  pageKey: string
  /** The account id of the reader, 'nobody' for a visitor, or null while the session loads. */
  reader: string | null
  /** Called before a change of the list that the reader did not make. */
  onChange: () => void
  onArrivals: (comments: Comment[]) => void
}

/** Loads the comments of a page and keeps them up to date, by live events or by polling. */
export function useCommentList({ pageKey, reader, onChange, onArrivals }: Options) {
  const [list, setList] = useState(emptyCommentList)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const current = useRef(emptyCommentList)
  const cache = useRef<CommentEtagCache>(new Map())
  /** Live changes that arrived during a fetch. The response of the fetch may be older. */
  const pendingChanges = useRef<Change[] | null>(null)
  const latestFetch = useRef(0)
  const loaded = useRef(false)
  const live = useLiveState((live) => live.state === 'live')

  const show = useCallback(
    (list: CommentList) => {
      const hasReplyDraft = (id: string) => hasDraft(toDraftName(pageKey, id))
      current.current = keepParentsOfDrafts(current.current, list, hasReplyDraft)
      setList(current.current)
    },
    [pageKey],
  )

  const applyChange = useCallback(
    (change: Change) => {
      pendingChanges.current?.push(change)
      show(change(current.current))
    },
    [show],
  )

  /** Applies a change that another reader made. */
  const applyLiveChange = useCallback(
    (change: Change) =>
      runAfterPressEnds(() => {
        onChange()
        const before = current.current
        applyChange(change)
        onArrivals(findNewCommentsByOthers(before, current.current, reader))
      }),
    [applyChange, onChange, onArrivals, reader],
  )

  /** Fetches all shown pages again. */
  const fetchAll = useCallback(async () => {
    if (reader === null) return
    const fetchNumber = ++latestFetch.current
    pendingChanges.current = []
    try {
      const before = current.current
      const pages = await fetchPages(pageKey, before, cache.current)
      const thread = before.linked ? await fetchThread(pageKey, before.linked, cache.current) : []
      await new Promise<void>(runAfterPressEnds)
      if (fetchNumber !== latestFetch.current) return
      const list = current.current
      const changes = pendingChanges.current ?? []
      const next = changes.reduce((result, change) => change(result), replacePages(list, pages, thread))
      onChange()
      show(next)
      setState('loaded')
      // The first response has no arrivals. In a later response, comments that are newer than the newest loaded comment
      // are arrivals.
      const newest = [...list.comments.keys()].sort().at(-1) ?? ''
      if (loaded.current) onArrivals(findNewCommentsByOthers(list, next, reader).filter(({ id }) => id > newest))
      loaded.current = true
    } catch (error) {
      if (fetchNumber !== latestFetch.current) return
      console.info(`The comments of ${pageKey} could not be loaded (S8.05)`, error)
      setState((state) => (state === 'loaded' ? state : 'failed'))
    }
    pendingChanges.current = null
  }, [pageKey, reader, show, onChange, onArrivals])

  useEffect(() => {
    cache.current = new Map()
    fetchAll()
    return () => {
      latestFetch.current++
    }
  }, [fetchAll])

  useEffect(() => {
    return callAll(
      onLiveEvent('commentSaved', ({ comment, total }) => {
        if (comment.pageUrl === pageKey) applyLiveChange((list) => mergePublicComment(list, comment, total))
      }),
      onLiveEvent('commentRemoved', ({ id, pageUrl, total }) => {
        if (pageUrl === pageKey) applyLiveChange((list) => removeComment(list, id, total))
      }),
      onLiveEvent('commentsChanged', (pageUrl) => pageUrl === pageKey && fetchAll()),
      onLiveEventsMissed(fetchAll),
    )
  }, [pageKey, applyLiveChange, fetchAll])

  useEffect(() => (live ? undefined : repeatWhileVisible(fetchAll, COMMENT_POLL_MS)), [live, fetchAll])

  return {
    list,
    state,
    /** Fetches the comments again, and shows the loaded comments until then. */
    refresh: fetchAll,
    retry: () => {
      setState('loading')
      fetchAll()
    },
    /** Fetches the next fifty comments. @returns the first of them. @throws what fetchCommentPage throws */
    fetchMore: async (): Promise<Comment | undefined> => {
      const { next } = current.current
      if (!next) return
      const page = await fetchCommentPage({ pageUrl: pageKey, after: next }, cache.current)
      applyChange((list) => (list.next === next ? appendPage(list, page) : list))
      return page.comments.find(({ threadId }) => threadId !== current.current.linked)
    },
    /** Finds a comment by its id, and fetches its thread when it is not loaded. @returns whether it exists */
    find: async (id: string): Promise<boolean> => {
      if (current.current.comments.has(id)) return true
      const thread = await fetchThread(pageKey, id, cache.current)
      applyChange((list) => (thread.length > 0 && !list.comments.has(id) ? mergeLinkedThread(list, thread) : list))
      return thread.some((comment) => comment.id === id)
    },
    /** Adds a comment that the reader has posted or edited. */
    saved: (comment: Comment) => applyChange((list) => mergeOwnComment(list, comment)),
    /** Replaces a comment with a placeholder after the reader has deleted it. */
    deleted: (comment: Comment) => applyChange((list) => mergeOwnComment(list, toDeletedComment(comment))),
  }
}

/** Fetches pages from the first one on, until they contain the last loaded comment outside the linked thread. */
async function fetchPages(pageUrl: string, { comments, linked }: CommentList, cache: CommentEtagCache) {
  const last = [...comments.values()]
    .filter(({ threadId }) => threadId !== linked)
    .sort(compareCommentsByThread)
    .at(-1)
  const pages: CommentPage[] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page: CommentPage = await fetchCommentPage({ pageUrl, after: next }, cache)
    pages.push(page)
    const reached = page.comments.at(-1)
    next = last && reached && compareCommentsByThread(reached, last) < 0 ? page.next : null
  }
  return pages
}

/** Fetches the thread of a comment. @returns an empty list when the comment does not exist */
async function fetchThread(pageUrl: string, thread: string, cache: CommentEtagCache): Promise<Comment[]> {
  const comments: Comment[] = []
  try {
    for (let next: string | null | undefined; next !== null; ) {
      const page: CommentPage = await fetchCommentPage({ pageUrl, thread, after: next }, cache)
      comments.push(...page.comments)
      next = page.next
    }
    return comments
  } catch (error) {
    if (error instanceof FailedResponseError && error.response.status === 404) return []
    throw error
  }
}
