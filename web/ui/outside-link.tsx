import type { ComponentProps } from 'react'

/** A link to another site, and said to be one. */
export function OutsideLink({ children, ...props }: ComponentProps<'a'> & { href: string }) {
  return (
    <a rel="noopener" {...props}>
      {children} <span aria-hidden="true">↗</span>
      <span className="visually-hidden"> (another site)</span>
    </a>
  )
}
