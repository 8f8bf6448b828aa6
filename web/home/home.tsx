import type { ReactNode } from 'react'
import { site } from '#site'
import { Hero } from './hero.tsx'
import { Latest } from './latest.tsx'
import { CourseRun } from './run.tsx'
import { Stage } from './stage.tsx'

/** The components that content/home.mdx can use besides those of articles. */
export const homeComponents = { Hero, Latest, Stage, Figures }

/** The home page: the content of home.mdx, and the scrolling game (CourseRun) when it is switched on. */
export function Home({ children }: { children: ReactNode }) {
  return (
    <div className="home" data-app="scroll">
      {children}
      {site.features.run && <CourseRun />}
    </div>
  )
}

interface FiguresProps {
  items: { value: string; label: string }[]
}

/** A list of numbers with their labels. */
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
