import { type ReactNode, useEffect, useId, useRef } from 'react'

interface SectionFrameProps {
  /** The id of the section, which is the fragment of URLs that link to it. */
  anchor?: string
  title: string
  description: ReactNode
  children: ReactNode
}

/** A section of the account page: its title and description, with its controls beside them. */
export function SectionFrame({ anchor, title, description, children }: SectionFrameProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  // Scrolls to the section, because the browser looked for the fragment before the account was rendered.
  useEffect(() => {
    if (anchor !== undefined && location.hash === `#${anchor}`) section.current?.scrollIntoView()
  }, [anchor])
  return (
    <section ref={section} id={anchor} className="account-section" aria-labelledby={id}>
      <div className="stack account-about" data-gap="small">
        <h2 id={id}>{title}</h2>
        <p>{description}</p>
      </div>
      <div className="card" data-raised="">
        {children}
      </div>
    </section>
  )
}
