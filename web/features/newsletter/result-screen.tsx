import type { ReactNode } from 'react'
import { Link } from '../../kit/link.tsx'
import type { PageSummary } from '../../kit/page.ts'
import { NewsletterPageFrame } from './newsletter-page.tsx'

const again = (
  <Link className="button form-submit" to="/newsletter">
    Subscribe again
  </Link>
)

/**
 * A browser without scripts shows a page with one of these texts after a form was sent. The key of a text is the last
 * segment of the page's path.
 */
const results: Record<string, ReactNode> = {
  sent: (
    <p>A mail is on its way to you. Open its link to confirm your address. If it does not come, look among spam.</p>
  ),
  confirmed: <p>You get a mail when a new page appears. Each mail has a link that ends them.</p>,
  unsubscribed: (
    <>
      <p>The site keeps your address only to know that it must not write to you about new pages.</p>
      {again}
    </>
  ),
  'link-expired': (
    <>
      <p>It is older than three days, or not complete. Enter your address again, and a new link comes by mail.</p>
      {again}
    </>
  ),
  'invalid-address': (
    <>
      <p>Check it for a typing mistake and enter it again.</p>
      {again}
    </>
  ),
  unavailable: (
    <p>
      This site cannot send mail at the moment, so nobody can subscribe. Follow its <a href="/feed.xml">RSS feed</a>{' '}
      instead, or come back later.
    </p>
  ),
}

export const Screen = ({ page }: { page: PageSummary }) => (
  <NewsletterPageFrame title={page.title}>{results[page.path.split('/').at(-1) ?? '']}</NewsletterPageFrame>
)
