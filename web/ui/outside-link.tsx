import type { ComponentProps } from 'react'

/** A link to another site, with a mark and a text for screen readers that says so. */
export function OutsideLink({ children, ...props }: ComponentProps<'a'> & { href: string }) {
  return (
    <a rel="noopener" {...props}>
      {children} <span aria-hidden="true">↗</span>
      <span className="visually-hidden"> (another site)</span>
    </a>
  )
}
