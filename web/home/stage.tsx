import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from '../kit/link.tsx'
import type { Picture } from '../look/picture.ts'
import { Gem, Scene } from '../look/scene.tsx'
import type { Subject } from '../look/subjects.ts'
import { isRevealed, watchReveal } from './reveal.ts'

export interface StageProps {
  subject: Subject
  /** The name of a scene in content/scenes. Without a name, the stage shows the scene of the page that it links to. */
  scene?: string
  /** The picture of the scene; added by the build. */
  picture: Picture
  title: string
  to: string
  link: string
  children: ReactNode
}

/**
 * A section of the home page: text on one side, an illustration on the other, alternating. Its id is the path of the
 * page that it links to, because several sections can show the same scene.
 */
export function Stage({ subject, picture, title, to, link, children }: StageProps) {
  const ref = useRef<HTMLElement>(null)
  useReveal(ref)
  return (
    <section className="stage" id={to.replace(/^\//, '')} data-subject={subject} ref={ref} tabIndex={-1}>
      <div className="stage-words">
        <Gem className="stage-gem" colour={subject} />
        <h2>{title}</h2>
        <div className="stage-text">{children}</div>
        <Link className="stage-link tall-link" to={to}>
          {link}
        </Link>
      </div>
      <div className="stage-picture">
        <Scene picture={picture} subject={subject} />
      </div>
    </section>
  )
}

/**
 * Animates a section when it scrolls into view. Only sections that are below the line at 85 % of the viewport are
 * hidden at first. Without scripts or under reduced motion, no section is hidden.
 */
function useReveal(ref: RefObject<HTMLElement | null>): void {
  useBrowserLayoutEffect(() => {
    const element = ref.current
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!element || still || isRevealed(element)) return
    const show = (): void => {
      element.dataset.reveal = 'shown'
    }
    element.dataset.reveal = 'waiting'
    const stop = watchReveal([element], show)
    element.addEventListener('focusin', show, { once: true })
    return () => {
      stop()
      element.removeEventListener('focusin', show)
      delete element.dataset.reveal
    }
  }, [ref])
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect
