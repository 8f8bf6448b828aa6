import type { ReactNode } from 'react'
import { Hero } from './hero.tsx'
import { CourseRun } from './run.tsx'
import { Stage } from './stage.tsx'

/** What content/home.mdx is written with. */
export const homeComponents = { Hero, Stage, Figures }

/** The home page is a level: a start, five platforms, a finish. */
export function Home({ children }: { children: ReactNode }) {
  return (
    <div className="home">
      {children}
      <CourseRun />
    </div>
  )
}

interface FiguresProps {
  items: { value: string; label: string }[]
}

/** The numbers that are worth a number. */
function Figures({ items }: FiguresProps) {
  return (
    <dl className="figures">
      {items.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
