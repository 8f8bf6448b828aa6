import type { ReactNode } from 'react'
import type { Subject } from '../../../look/subjects.ts'
import { DeskNav } from './desk-nav.tsx'
import '../../../ui/ui.css'
import '../desk.css'

/** The frame of every desk page: its title and the navigation. */
export const DeskPageFrame = ({ at, title, children }: { at: string; title: string; children: ReactNode }) => (
  <div className="work desk">
    <header className="spread work-head">
      <h1>{title}</h1>
    </header>
    <DeskNav at={at} />
    <div>{children}</div>
  </div>
)

interface DeskSectionProps {
  id: string
  title: string
  /** The subject whose colour the gem beside the heading has (web/look/subjects.ts). */
  subject: Subject
  children: ReactNode
}

/** A part of a desk page below a heading with a gem. */
export const DeskSection = ({ id, title, subject, children }: DeskSectionProps) => (
  <section className="stack" aria-labelledby={id}>
    <h2 id={id} className="bar gem-heading" data-subject={subject}>
      {title}
    </h2>
    {children}
  </section>
)
