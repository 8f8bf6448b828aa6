import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from '../kit/link.tsx'
import { GemStone } from '../look/gem.tsx'
import { Illustration, type IllustrationName } from '../look/illustrations.tsx'
import { type Subject, tileColours } from '../look/subjects.ts'
import { hasArrived, watchArrival } from './arrival.ts'

export interface StageProps {
  subject: Subject
  illustration: IllustrationName
  title: string
  to: string
  link: string
  children: ReactNode
}

/** A section of the home page: text on one side, an illustration on the other, alternating. */
export function Stage({ subject, illustration, title, to, link, children }: StageProps) {
  const ref = useRef<HTMLElement>(null)
  useReveal(ref)
  return (
    <section className="stage" id={illustration} data-subject={subject} ref={ref} tabIndex={-1}>
      <div className="stage-words">
        <svg className="stage-gem" viewBox="-20 -20 40 40" width="40" height="40" aria-hidden="true">
          <GemStone size={14} colour={tileColours[subject].a} />
        </svg>
        <h2>{title}</h2>
        <div className="stage-text">{children}</div>
        <Link className="stage-link tall-link" to={to}>
          {link}
        </Link>
      </div>
      <div className="stage-picture">
        <Illustration name={illustration} />
      </div>
    </section>
  )
}

/**
 * Animates a section when it scrolls into view. Only sections below the line are hidden first. Without scripts or under
 * reduced motion, no section is hidden.
 */
function useReveal(ref: RefObject<HTMLElement | null>): void {
  useBrowserLayoutEffect(() => {
    const element = ref.current
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!element || still || hasArrived(element)) return
    const show = (): void => {
      element.dataset.reveal = 'shown'
    }
    element.dataset.reveal = 'waiting'
    const stop = watchArrival([element], show)
    element.addEventListener('focusin', show, { once: true })
    return () => {
      stop()
      element.removeEventListener('focusin', show)
      delete element.dataset.reveal
    }
  }, [ref])
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect
