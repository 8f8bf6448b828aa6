import { type ReactNode, useEffect, useId, useRef } from 'react'

interface SectionFrameProps {
  /** The fragment of addresses that link to this section. */
  anchor?: string
  title: string
  description: ReactNode
  children: ReactNode
}

/** A section of the account page: title and description, and beside them its controls. */
export function SectionFrame({ anchor, title, description, children }: SectionFrameProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  // The account is rendered after the browser has looked for the fragment of the address.
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
