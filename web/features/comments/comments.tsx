import { picture } from 'virtual:scene/icon'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { COMMENT_POLL_MS, SECOND_MS } from '#contract/limits.ts'
import { readProblem } from '../../api/problem.ts'
import { hasReaderRights, useSession } from '../../api/session.ts'
import { RowErrorBoundary } from '../../kit/error-boundary.tsx'
import { useLiveState } from '../../live/live.ts'
import { Scene } from '../../look/scene.tsx'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { findCommentElement, getElementCommentId } from './comment-element.ts'
import { createPlaceholder, groupThreads } from './comment-list.ts'
import { CommentThread } from './comment-thread.tsx'
import { useCommentList } from './use-comment-list.ts'
import { useScrollToLinkedComment } from './use-scroll-to-linked-comment.ts'
import { CommentComposer } from './writing/comment-composer.tsx'
import { listParentsOfDrafts } from './writing/drafts.ts'
import { WaitingComments } from './writing/waiting-comments.tsx'
import { useWaitingComments } from './writing/waiting-comments-store.ts'
import '../../ui/ui.css'
import './comments.css'

export interface CommentsProps {
  pageKey: string
  /** The path to return to after a login. */
  path: string
  onTotal: (total: number) => void
}

export function Comments({ pageKey, path, onTotal }: CommentsProps) {
  const { user, userReady } = useSession()
  const list = useRef<HTMLDivElement>(null)
  /**
   * `arrived`: the comments that others have written since the page was opened. `unseen`: the arrived comments that the
   * reader has not scrolled to yet.
   */
  const [arrived, setArrived] = useState<Comment[]>([])
  const [unseen, setUnseen] = useState<Comment[]>([])
  const onChange = useSteadyScroll(list)
  const onArrivals = useCallback((comments: Comment[]) => {
    if (comments.length === 0) return
    setArrived((before) => [...before, ...comments])
    setUnseen((before) => [...before, ...comments])
  }, [])
  const onSeen = useCallback((id: string) => setUnseen((before) => before.filter((comment) => comment.id !== id)), [])
  const reader = userReady ? (user?.id ?? 'nobody') : null
  const comments = useCommentList({ pageKey, reader, onChange, onArrivals })
  const isLoaded = comments.state === 'loaded'
  const { linkedId, missing } = useScrollToLinkedComment(isLoaded, comments.find)
  const [postedId, setPostedId] = useState<string>()
  const onPosted = (comment: Comment) => {
    setPostedId(comment.id)
    comments.saved(comment)
  }
  const { total } = comments.list
  useEffect(() => onTotal(total), [onTotal, total])

  // When the number of waiting comments becomes smaller, a tab has sent one of them, so the comments are fetched again.
  const waiting = useWaitingComments(pageKey)
  const waited = useRef(waiting.length)
  const { refresh } = comments
  useEffect(() => {
    if (waiting.length < waited.current) refresh()
    waited.current = waiting.length
  }, [waiting.length, refresh])

  const { linked, threads } = groupThreads(comments.list)
  const isComplete = hasReaderRights(user) && isLoaded && !comments.list.next
  // The list may lack newer comments later, to which the reader begins a reply in another tab.
  const [lostIds, setLostIds] = useState<readonly string[]>()
  if (isComplete && !lostIds) setLostIds(listParentsOfDrafts(pageKey).filter((id) => !comments.list.comments.has(id)))
  const draftParents = lostIds?.length ? listParentsOfDrafts(pageKey) : []
  const lost = (lostIds ?? []).filter((id) => draftParents.includes(id) && !comments.list.comments.has(id))
  const shared = {
    pageKey,
    linkedId,
    postedId,
    isNew: (id: string) => arrived.some((comment) => comment.id === id),
    onPosted,
    onSaved: comments.saved,
    onDeleted: comments.deleted,
  }
  return (
    <>
      <CommentComposer pageKey={pageKey} path={path} onPosted={onPosted} />
      <WaitingComments waiting={waiting} />
      <LiveState />
      {reader !== null && comments.state === 'loading' && <p role="status">Loading the comments …</p>}
      {comments.state === 'failed' && (
        <div className="stack comments-failed" role="alert">
          <p>The comments could not be loaded. Check your connection and try again.</p>
          <QuietButton onClick={comments.retry}>Try again</QuietButton>
        </div>
      )}
      {missing && <p role="status">The comment that the address names is not here any more.</p>}
      <div ref={list} className="comment-list">
        <NewCommentsButton arrived={arrived} unseen={unseen} onSeen={onSeen} />
        {linked && (
          <section className="comment-linked" aria-labelledby="comment-linked">
            <h3 id="comment-linked">The linked comment</h3>
            <ol className="comment-threads">
              <CommentThread {...shared} thread={linked} />
            </ol>
            <h3>All comments</h3>
          </section>
        )}
        {isLoaded && threads.length === 0 && !linked && lost.length === 0 && (
          <div className="stack soft comments-empty">
            <Scene picture={picture} className="comments-scene" />
            <p>Nobody has written anything here yet.</p>
          </div>
        )}
        <ol className="comment-threads">
          {/* The forms of begun replies whose parent comments no longer exist. */}
          {lost.map((id) => (
            <CommentThread key={id} {...shared} thread={{ id, comments: [createPlaceholder(pageKey, id)] }} />
          ))}
          {threads.map((thread) => (
            <RowErrorBoundary key={thread.id}>{() => <CommentThread {...shared} thread={thread} />}</RowErrorBoundary>
          ))}
        </ol>
        {comments.list.next && <ShowMore fetchMore={comments.fetchMore} />}
      </div>
    </>
  )
}

/** An interruption of the live connection shows a message only when it lasts longer than this. */
const INTERRUPTION_SHOWN_MS = 5 * SECOND_MS

/**
 * Shows a message while live updates are interrupted. Also shows how many tabs have this page open, if more than one.
 * A reader with two tabs counts twice, because the site does not identify browsers.
 */
function LiveState() {
  const live = useLiveState(({ state }) => state === 'live')
  const readers = useLiveState(({ readers }) => readers)
  const [isInterrupted, setInterrupted] = useState(false)

  useEffect(() => {
    if (live) return setInterrupted(false)
    const timer = setTimeout(() => setInterrupted(true), INTERRUPTION_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [live])

  return (
    <div className="soft comments-live">
      <p role="status">
        {isInterrupted && `Live updates are away for now; this page asks every ${COMMENT_POLL_MS / SECOND_MS} seconds.`}
      </p>
      {readers > 1 && <p>This page is open {readers} times at the moment.</p>}
    </div>
  )
}

/** Fetches the next fifty comments and focuses the first of them. */
function ShowMore({ fetchMore }: { fetchMore: () => Promise<Comment | undefined> }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [first, setFirst] = useState<string>()

  useEffect(() => {
    if (first) findCommentElement(first)?.focus({ preventScroll: true })
  }, [first])

  async function press() {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      setFirst((await fetchMore())?.id)
    } catch (error) {
      console.info('The next comments could not be loaded (S8.05)', error)
      setProblem((await readProblem(error)).message)
    }
    setBusy(false)
  }

  return (
    <div className="stack comments-more">
      <p className="field-error" role="alert">
        {problem}
      </p>
      <QuietButton busy={busy} onClick={press}>
        {busy ? 'Loading …' : 'Show more comments'}
      </QuietButton>
    </div>
  )
}

/**
 * Keeps the focused comment, or else the first visible comment, at its place in the window when comments above it
 * change.
 * @returns a function to call before the list changes
 */
function useSteadyScroll(list: RefObject<HTMLElement | null>): () => void {
  const pinned = useRef<{ element: Element; top: number } | null>(null)

  useLayoutEffect(() => {
    if (!pinned.current) return
    const { element, top } = pinned.current
    pinned.current = null
    const moved = element.isConnected ? element.getBoundingClientRect().top - top : 0
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
  })

  return useCallback(() => {
    if (pinned.current || !list.current) return
    const focused = list.current.contains(document.activeElement) && document.activeElement
    const begun = list.current.getBoundingClientRect().top < 0
    const read =
      begun &&
      [...list.current.querySelectorAll('.comment')].find((comment) => comment.getBoundingClientRect().bottom > 0)
    const element = focused || read
    if (element) pinned.current = { element, top: element.getBoundingClientRect().top }
  }, [list])
}

interface NewCommentsButtonProps {
  /** All new comments. The last one is announced to screen readers. */
  arrived: Comment[]
  /** New comments that have not been visible in the window yet. */
  unseen: Comment[]
  onSeen: (id: string) => void
}

/** Announces each new comment to screen readers, and shows a button that scrolls to the first unseen one. */
function NewCommentsButton({ arrived, unseen, onSeen }: NewCommentsButtonProps) {
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) onSeen(getElementCommentId(target))
    })
    for (const { id } of unseen) {
      const element = findCommentElement(id)
      if (element) observer.observe(element)
      else onSeen(id)
    }
    return () => observer.disconnect()
  }, [unseen, onSeen])

  const [first, ...others] = unseen
  const last = arrived.at(-1)
  // Without the number, the text would stay the same when the same author writes again, and would not be announced.
  const count = arrived.length > 1 ? `, ${arrived.length} since you opened the page` : ''
  return (
    <div className="comment-arrivals">
      <p className="visually-hidden" role="status">
        {last && `New comment by ${last.author}${count}`}
      </p>
      {first && (
        <button
          type="button"
          className="button"
          onClick={() => {
            const element = findCommentElement(first.id)
            element?.scrollIntoView({ block: 'center', behavior: 'instant' })
            element?.focus({ preventScroll: true })
          }}
        >
          {others.length === 0 ? 'New comment' : `${unseen.length} new comments`}
        </button>
      )}
    </div>
  )
}
