import type { ComponentProps } from 'react'
import { Link } from '../kit/link.tsx'

/** A Markdown link: to a page of the site, to a place on this page or a file, or elsewhere. */
export function ArticleAnchor({ href = '', children, ...props }: ComponentProps<'a'>) {
  if (/^\/(?!\/)[^.]*$/.test(href)) {
    return (
      <Link to={href} {...props}>
        {children}
      </Link>
    )
  }
  const elsewhere = /^https?:/.test(href)
  return (
    <a href={href} {...(elsewhere && { rel: 'noopener' })} {...props}>
      {children}
    </a>
  )
}
