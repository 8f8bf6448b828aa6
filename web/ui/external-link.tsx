import type { ComponentProps } from 'react'

/** A link to another site. An icon, and a text for screen readers, show that the link leaves this site. */
export function ExternalLink({ children, ...props }: ComponentProps<'a'> & { href: string }) {
  return (
    <a rel="noopener" {...props}>
      {children} <span aria-hidden="true">↗</span>
      <span className="visually-hidden"> (another site)</span>
    </a>
  )
}
