import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { site } from '#site'
import { Hero } from './hero.tsx'
import { Latest } from './latest.tsx'
import { Stage } from './stage.tsx'
import { startHomeAnimations } from './start-home.ts'

/** The components that content/home.mdx can use besides those of articles. */
export const homeComponents = { Hero, Latest, Stage: Stage, Figures }

/** This empty HTML tells React to keep the panel that start-home.ts has already drawn at the finish. */
const nothing = { __html: '' }

/** The home page: the content of home.mdx, and below it the finish line of the scrolling game (run.ts) if it is on. */
export function HomeLayout({ children }: { children: ReactNode }) {
  const home = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (home.current ? startHomeAnimations(home.current) : undefined), [])
  return (
    <div className="home" data-app="scroll" ref={home}>
      {children}
      {site.features.run && (
        <section
          className="finish"
          data-app="none"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is empty.
          dangerouslySetInnerHTML={nothing}
        />
      )}
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
