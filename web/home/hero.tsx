import type { ReactNode } from 'react'
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

export function Hero({ title, start, link = startWords, picture, children }: HeroProps) {
  return (
    <header className="hero">
      <div className="hero-words">
        <h1 id="start" tabIndex={-1}>
          {title}
        </h1>
        <div className="hero-lead">{children}</div>
        {start && (
          <a className="button hero-start" href={start}>
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
