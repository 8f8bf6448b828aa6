import type { ComponentProps } from 'react'

/** A link to another site. A mark, and a text for screen readers, show that it leaves this site. */
export function OutsideLink({ children, ...props }: ComponentProps<'a'> & { href: string }) {
  return (
    <a rel="noopener" {...props}>
      {children} <span aria-hidden="true">↗</span>
      <span className="visually-hidden"> (another site)</span>
    </a>
  )
}
