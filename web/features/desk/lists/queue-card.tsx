import type { ReactNode } from 'react'

/** Returns the id of the element of an item in a queue. */
export const toCardId = (id: string): string => `moderated-${id}`

/** Returns the id of the heading of an item's card. */
export const toHeadingId = (id: string): string => `${toCardId(id)}-title`

interface QueueCardProps {
  /** The id of the item. The heading of the card has the id that `toHeadingId` returns. */
  id: string
  current: boolean
  onFocus: () => void
  children: ReactNode
}

/** The card of one item in a queue, which can take the focus. */
export const QueueCard = ({ id, current, onFocus, children }: QueueCardProps) => (
  <article
    id={toCardId(id)}
    className="card desk-comment"
    tabIndex={-1}
    aria-labelledby={toHeadingId(id)}
    aria-current={current || undefined}
    onFocus={onFocus}
  >
    {children}
  </article>
)
