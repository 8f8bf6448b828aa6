import type { MouseEvent, ReactNode } from 'react'
import { Illustration } from '../look/illustrations.tsx'

export interface HeroProps {
  title: string
  children: ReactNode
}

/** A plain anchor; where scripts run it rolls there instead of jumping. */
function rollTo(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const target = document.querySelector<HTMLElement>('.stage')
  if (!target || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ behavior: 'smooth' })
}

export function Hero({ title, children }: HeroProps) {
  return (
    <header className="hero">
      <div className="hero-words">
        <h1 id="start" tabIndex={-1}>
          {title}
        </h1>
        <div className="hero-lead">{children}</div>
        {/* biome-ignore lint/a11y/useValidAnchor: a real anchor; the script only smooths the way to its target */}
        <a className="hero-start" href="#speedrunning" onClick={rollTo}>
          Start the course
        </a>
      </div>
      <div className="hero-picture">
        <Illustration name="course" />
      </div>
    </header>
  )
}
