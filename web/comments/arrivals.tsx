import { useEffect } from 'react'
import type { Comment } from '#contract/comments.ts'
import { elementOf } from './comment-element.ts'

interface ArrivalsProps {
  /** What has come by others and has not been seen. */
  comments: Comment[]
  onSeen: (id: string) => void
}

/** Tells of new comments that are not in the window, and leads to them; to screen readers, of all. */
export function Arrivals({ comments, onSeen }: ArrivalsProps) {
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) onSeen(target.id.replace('comment-', ''))
    })
    for (const { id } of comments) {
      const element = elementOf(id)
      if (element) observer.observe(element)
      else onSeen(id)
    }
    return () => observer.disconnect()
  }, [comments, onSeen])

  const [first, ...others] = comments
  const words = others.length === 0 ? 'New comment' : `${comments.length} new comments`
  return (
    <div className="comment-arrivals">
      <p className="visually-hidden" role="status">
        {first && (others.length === 0 ? `${words} by ${first.author}` : words)}
      </p>
      {first && (
        <button
          type="button"
          className="button"
          onClick={() => {
            const element = elementOf(first.id)
            element?.scrollIntoView({ block: 'center' })
            element?.focus({ preventScroll: true })
          }}
        >
          {words}
        </button>
      )}
    </div>
  )
}
