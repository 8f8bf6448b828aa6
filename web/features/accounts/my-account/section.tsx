import { type ReactNode, useEffect, useId, useRef } from 'react'

interface SectionProps {
  /** What an address names after its # to lead here. */
  anchor?: string
  title: string
  words: ReactNode
  children: ReactNode
}

/** A part of the account page: what it is about, and beside it what one does there. */
export function Section({ anchor, title, words, children }: SectionProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  // The account comes after the page, when the browser has long looked for what its address names.
  useEffect(() => {
    if (anchor !== undefined && location.hash === `#${anchor}`) section.current?.scrollIntoView()
  }, [anchor])
  return (
    <section ref={section} id={anchor} className="account-section" aria-labelledby={id}>
      <div className="stack account-about" data-gap="small">
        <h2 id={id}>{title}</h2>
        <p>{words}</p>
      </div>
      <div className="card" data-raised="">
        {children}
      </div>
    </section>
  )
}
