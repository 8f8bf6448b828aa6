import { useEffect } from 'react'
import type { Comment } from '#contract/comments.ts'
import { findCommentElement, readCommentId } from './comment-element.ts'

interface NewCommentsButtonProps {
  /** The newest comment, for screen readers. */
  last: Comment | undefined
  /** New comments that have not been in the window. */
  unseen: Comment[]
  onSeen: (id: string) => void
}

/** Announces each new comment to screen readers, and shows a button that scrolls to the first unseen one. */
export function NewCommentsButton({ last, unseen, onSeen }: NewCommentsButtonProps) {
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) onSeen(readCommentId(target))
    })
    for (const { id } of unseen) {
      const element = findCommentElement(id)
      if (element) observer.observe(element)
      else onSeen(id)
    }
    return () => observer.disconnect()
  }, [unseen, onSeen])

  const [first, ...others] = unseen
  return (
    <div className="comment-arrivals">
      <p className="visually-hidden" role="status">
        {last && `New comment by ${last.author}`}
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
