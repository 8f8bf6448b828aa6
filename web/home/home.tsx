import type { ReactNode } from 'react'
import { Figures } from './figures.tsx'
import { Hero } from './hero.tsx'
import { Run } from './run.tsx'
import { Stage } from './stage.tsx'

/** What content/home.mdx is written with. */
export const homeComponents = { Hero, Stage, Figures }

/** The home page is a level: a start, five platforms, a finish. */
export function Home({ children }: { children: ReactNode }) {
  return (
    <div className="home">
      {children}
      <Run />
    </div>
  )
}
