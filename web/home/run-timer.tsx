import { useEffect, useRef } from 'react'
import type { CourseSection } from './run-state.ts'
import { formatTime, type RunState } from './run-state.ts'

/** The pause in scrolling after which the timer fades on narrow screens, in milliseconds. */
const REST_MS = 1200

export interface RunTimerProps {
  state: RunState
  sections: CourseSection[]
}

/**
 * The timer in the corner. Its text is updated in each frame, without React. Screen readers do not read the timer,
 * because the panel announces the result to them. Clicks pass through the timer.
 */
export function RunTimer({ state, sections }: RunTimerProps) {
  const pill = useRef<HTMLDivElement>(null)
  const clock = useRef<HTMLSpanElement>(null)
  const { phase, startedAt, splits } = state

  useEffect(() => {
    const face = clock.current
    if (!face) return
    if (phase !== 'running') {
      face.textContent = formatTime(0)
      return
    }
    let frame = 0
    const tick = (): void => {
      face.textContent = formatTime(performance.now() - startedAt)
      frame = requestAnimationFrame(tick)
    }
    tick()
    return () => cancelAnimationFrame(frame)
  }, [phase, startedAt])

  useEffect(() => {
    let rest = 0
    const wake = (): void => {
      pill.current?.removeAttribute('data-resting')
      window.clearTimeout(rest)
      rest = window.setTimeout(() => pill.current?.setAttribute('data-resting', ''), REST_MS)
    }
    window.addEventListener('scroll', wake, { passive: true })
    return () => {
      window.removeEventListener('scroll', wake)
      window.clearTimeout(rest)
    }
  }, [])

  return (
    <div className="run-pill" ref={pill} data-phase={phase} aria-hidden="true">
      {sections.map(({ subject, title }, index) => (
        <i key={title} className="run-gem" data-subject={subject} data-lit={splits[index] !== null || undefined} />
      ))}
      <span className="run-clock" ref={clock} />
    </div>
  )
}
