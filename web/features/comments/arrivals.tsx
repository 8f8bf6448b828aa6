import { useEffect } from 'react'
import type { Comment } from '#contract/comments.ts'
import { elementOf, idOf } from './comment-element.ts'

interface ArrivalsProps {
  /** What has come last. */
  last: Comment | undefined
  /** What has come and has not been in the window. */
  unseen: Comment[]
  onSeen: (id: string) => void
}

/** Tells of new comments by others: screen readers of each, and who does not see them, with a way there. */
export function Arrivals({ last, unseen, onSeen }: ArrivalsProps) {
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) onSeen(idOf(target))
    })
    for (const { id } of unseen) {
      const element = elementOf(id)
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
            const element = elementOf(first.id)
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
