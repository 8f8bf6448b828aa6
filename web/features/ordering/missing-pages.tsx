import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../kit/link.tsx'

function MissingPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="message-page">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** The page of a kitchen that does not exist or no longer takes orders. */
export const NoKitchen = () => (
  <MissingPage title="No kitchen at this address">
    <p>It may have closed, or moved to another address. Others cook too.</p>
    <Link className="button" to="/order">
      See all kitchens
    </Link>
  </MissingPage>
)

/** The page of an order that does not exist or that the user may not see. */
export function NoOrder() {
  const { pathname } = useLocation()
  return (
    <MissingPage title="No order of yours here">
      <p>
        An order is shown to who placed it. Open it by the link in the mail that we sent you, or log in with the account
        that you ordered with.
      </p>
      <Link className="button" to={`/login?returnTo=${encodeURIComponent(pathname)}`}>
        Log in
      </Link>
      <Link className="link-button" to="/orders">
        Orders that this browser knows
      </Link>
    </MissingPage>
  )
}
