import { useCallback, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { useSession } from '../../api/session.ts'
import { Row } from '../../kit/error-boundary.tsx'
import { HatMarble } from '../../look/hat-marble.tsx'
import { Arrivals } from './arrivals.tsx'
import { threadsOf } from './comment-list.ts'
import { CommentThread } from './comment-thread.tsx'
import { LiveState } from './live-state.tsx'
import { ShowMore } from './show-more.tsx'
import { useComments } from './use-comments.ts'
import { useLinkedComment } from './use-linked-comment.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'
import { useWaiting } from './writing/waiting.ts'
import { WaitingComments } from './writing/waiting-comments.tsx'
import { WriteFirst } from './writing/write-first.tsx'
import '../../ui/ui.css'
import './comments.css'

export interface CommentsProps {
  pageKey: string
  /** Where to come back to after logging in. */
  path: string
  /** Told how many comments there are. */
  onTotal: (total: number) => void
}

/** The comments of a page, and the form for another one. */
export function Comments({ pageKey, path, onTotal }: CommentsProps) {
  const { user, userReady } = useSession()
  const list = useRef<HTMLDivElement>(null)
  /** What others have written since the page was opened, and what of it has not been in the window. */
  const [arrived, setArrived] = useState<Comment[]>([])
  const [unseen, setUnseen] = useState<Comment[]>([])
  const onChange = useSteadyScroll(list)
  const onArrivals = useCallback((comments: Comment[]) => {
    if (comments.length === 0) return
    setArrived((before) => [...before, ...comments])
    setUnseen((before) => [...before, ...comments])
  }, [])
  const onSeen = useCallback((id: string) => setUnseen((before) => before.filter((one) => one.id !== id)), [])
  const reader = userReady ? (user?.id ?? 'nobody') : null
  const comments = useComments({ pageKey, reader, onChange, onArrivals })
  const here = comments.state === 'here'
  const { linkedId, missing } = useLinkedComment(here, comments.find)
  const { total } = comments.list
  useEffect(() => onTotal(total), [onTotal, total])

  // One that waited has been sent, here or in another tab.
  const waiting = useWaiting(pageKey)
  const waited = useRef(waiting.length)
  const { refresh } = comments
  useEffect(() => {
    if (waiting.length < waited.current) refresh()
    waited.current = waiting.length
  }, [waiting.length, refresh])

  const { linked, threads } = threadsOf(comments.list)
  const shared = {
    pageKey,
    linkedId,
    isNew: (id: string) => arrived.some((comment) => comment.id === id),
    onSaved: comments.saved,
    onDeleted: comments.deleted,
  }
  return (
    <>
      <WriteFirst pageKey={pageKey} path={path} onPosted={comments.saved} />
      <WaitingComments waiting={waiting} />
      <LiveState />
      {reader !== null && comments.state === 'asking' && <p role="status">Loading the comments …</p>}
      {comments.state === 'failed' && (
        <div className="stack comments-failed" role="alert">
          <p>The comments could not be loaded. Check your connection and try again.</p>
          <button type="button" className="quiet-button" onClick={comments.again}>
            Try again
          </button>
        </div>
      )}
      {missing && <p role="status">The comment that the address names is not here any more.</p>}
      <div ref={list} className="comment-list">
        <Arrivals last={arrived.at(-1)} unseen={unseen} onSeen={onSeen} />
        {linked && (
          <section className="comment-linked" aria-labelledby="comment-linked">
            <h3 id="comment-linked">The linked comment</h3>
            <ol className="comment-threads">
              <CommentThread {...shared} thread={linked} />
            </ol>
            <h3>All comments</h3>
          </section>
        )}
        {here && threads.length === 0 && !linked && (
          <div className="stack soft comments-empty">
            <HatMarble size={112} />
            <p>Nobody has written anything here yet.</p>
          </div>
        )}
        <ol className="comment-threads">
          {threads.map((thread) => (
            <Row key={thread.id}>{() => <CommentThread {...shared} thread={thread} />}</Row>
          ))}
        </ol>
        {comments.list.next && <ShowMore more={comments.more} />}
      </div>
    </>
  )
}
