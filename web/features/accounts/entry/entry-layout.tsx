import { picture } from 'virtual:scene/entry'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Link } from '../../../kit/link.tsx'
import { Scene } from '../../../look/scene.tsx'
import './entry.css'

interface EntryLayoutProps {
  title?: string
  /** Set when the page shows the result of its form instead of the form. The title then takes the focus. */
  outcome?: string | boolean
  children: ReactNode
}

/** The layout of a page with one form: a panel, with an illustration beside it on wide screens. */
export function EntryLayout({ title, outcome, children }: EntryLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome) heading.current?.focus()
  }, [outcome])
  return (
    <div className="entry">
      <Scene picture={picture} className="entry-scene" />
      <div className="entry-panel">
        {title && (
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        )}
        {children}
        <noscript>
          <p>This needs scripts, which are off in this browser. Everything that can be read works without them.</p>
        </noscript>
      </div>
    </div>
  )
}

export const FormFooterLink = (props: ComponentProps<typeof Link>) => (
  <p className="links form-links">
    <Link {...props} />
  </p>
)
