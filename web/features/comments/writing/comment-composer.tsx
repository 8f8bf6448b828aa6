import type { Comment } from '#contract/comments.ts'
import { hasReaderRights, useSession } from '../../../api/session.ts'
import { Link } from '../../../kit/link.tsx'
import { hasDraft, toDraftName } from './drafts.ts'
import { NewCommentForm } from './new-comment-form.tsx'

interface CommentComposerProps {
  pageKey: string
  path: string
  onPosted: (comment: Comment) => void
}

/**
 * The form for a new comment. Visitors and guests see instead what they must do before they can comment (S2.41, S5.03,
 * S6.02).
 */
export function CommentComposer({ pageKey, path, onPosted }: CommentComposerProps) {
  const { user, userReady, isAuthenticated } = useSession()
  const back = `returnTo=${encodeURIComponent(`${path}#comments`)}`

  if (!userReady) return <div className="comments-write" />
  if (hasReaderRights(user)) {
    return (
      <div className="comments-write">
        <NewCommentForm pageKey={pageKey} label="Your comment" submit="Post comment" onPosted={onPosted} />
      </div>
    )
  }
  return (
    <div className="card comments-write">
      {user ? (
        <p>
          Guests cannot comment. <Link to={`/login?mode=signup&${back}`}>Sign up</Link> with your email address, and you
          can.
        </p>
      ) : isAuthenticated ? (
        <p>Who you are could not be found out. You can write again when the site can be reached.</p>
      ) : (
        <p>
          Please <Link to={`/login?${back}`}>log in</Link> to post a comment.
        </p>
      )}
      {!user && hasDraft(toDraftName(pageKey)) && (
        <p>What you have written is kept in this browser{isAuthenticated ? '.' : ' until you do.'}</p>
      )}
    </div>
  )
}
