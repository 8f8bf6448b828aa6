import { useEffect, useRef } from 'react'
import { Link } from '../../kit/link.tsx'

/** The page of a kitchen that does not exist or no longer takes orders. */
export function NoKitchen() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="message-page">
      <h1 ref={heading} tabIndex={-1}>
        No kitchen at this address
      </h1>
      <p>It may have closed, or moved to another address. Others cook too.</p>
      <Link className="button" to="/order">
        See all kitchens
      </Link>
    </div>
  )
}
