import type { MouseEvent, ReactNode } from 'react'
import { site } from '#site'
import type { ScenePicture } from '../look/picture.ts'
import { Scene } from '../look/scene.tsx'

export interface HeroProps {
  title: string
  /** The fragment of the first stage, such as `#my-page` for a stage that links to `/my-page`. */
  start?: string
  /** The text of the link to the first stage. */
  link?: string
  /** The scene of the page; added by the build. */
  picture: ScenePicture
  children: ReactNode
}

const startWords = site.features.run ? 'Start the course' : 'Read on'

/** Scrolls smoothly to the first stage. Without scripts, the link jumps there. */
function rollTo(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const target = document.querySelector<HTMLElement>('.stage')
  if (!target || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ behavior: 'smooth' })
}

export function Hero({ title, start, link = startWords, picture, children }: HeroProps) {
  return (
    <header className="hero">
      <div className="hero-words">
        <h1 id="start" tabIndex={-1}>
          {title}
        </h1>
        <div className="hero-lead">{children}</div>
        {start && (
          <a className="button hero-start" href={start} onClick={rollTo}>
            {link}
          </a>
        )}
      </div>
      <div className="hero-picture">
        <Scene picture={picture} />
      </div>
    </header>
  )
}
