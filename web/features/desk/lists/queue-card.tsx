import type { ReactNode } from 'react'

/** Returns the id of an item's element in a queue. @param id the id of the item */
export const toCardId = (id: string): string => `moderated-${id}`

/** Returns the id of the heading of an item's card. */
export const toCardHeadingId = (id: string): string => `${toCardId(id)}-title`

interface QueueCardProps {
  /** The id of the item. `toCardHeadingId` derives the id of the card's heading from this id. */
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
    aria-labelledby={toCardHeadingId(id)}
    aria-current={current || undefined}
    onFocus={onFocus}
  >
    {children}
  </article>
)
