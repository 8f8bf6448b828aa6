import type { ReactNode } from 'react'
import { DeskNav } from './desk-nav.tsx'
import '../../../ui/ui.css'
import '../desk.css'

/** The frame of every desk page: its title and the navigation. */
export const DeskPage = ({ at, title, children }: { at: string; title: string; children: ReactNode }) => (
  <div className="work desk">
    <header className="work-head">
      <h1>{title}</h1>
    </header>
    <DeskNav at={at} />
    <div>{children}</div>
  </div>
)
