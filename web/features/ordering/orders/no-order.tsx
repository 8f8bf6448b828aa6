import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../../kit/link.tsx'

/** The page of an order that does not exist or that the reader may not see. */
export function NoOrder() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="message-page">
      <h1 ref={heading} tabIndex={-1}>
        No order of yours here
      </h1>
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
    </div>
  )
}
