import { type ReactNode, useId } from 'react'

/** A part of the account page: what it is about, and beside it what one does there. */
export function Section({ title, words, children }: { title: string; words: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="account-section" aria-labelledby={id}>
      <div className="account-about">
        <h2 id={id}>{title}</h2>
        <p>{words}</p>
      </div>
      <div className="account-card">{children}</div>
    </section>
  )
}
