import type { ReactNode } from 'react'
import { useFeatures } from '../../../kit/web-feature.ts'
import { WorkNav } from '../../../ui/layout/work-nav.tsx'
import '../../../ui/ui.css'
import '../desk.css'

/** The frame of every desk page: its title and the navigation. */
export function DeskPage({ at, title, children }: { at: string; title: string; children: ReactNode }) {
  const pages = useFeatures().flatMap(({ deskPages = [] }) => deskPages)
  const places = [['/desk', 'Overview'], ...pages.map(({ path, title }) => [path, title] as const)] as const
  return (
    <div className="work desk">
      <header className="work-head">
        <h1>{title}</h1>
        <WorkNav label="Desk" places={places} at={at} />
      </header>
      {children}
    </div>
  )
}
