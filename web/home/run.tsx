import { useCallback, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { useValueHeldDuringPress } from '../kit/use-value-held-during-press.ts'
import { isRevealed, watchReveal } from './reveal.ts'
import { readRunMemory, writeRunMemory } from './run-memory.ts'
import { RunPanel } from './run-panel.tsx'
import type { CourseSection } from './run-state.ts'
import { createRunState, type RunState, reduceRunState } from './run-state.ts'
import { RunTimer } from './run-timer.tsx'

const START_PX = 8
const now = (): number => Math.round(performance.now())
const stillness = '(prefers-reduced-motion: reduce)'

const watchStillness = (changed: () => void): (() => void) => {
  const query = window.matchMedia(stillness)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/**
 * The scrolling game of the home page. It measures how long the reader scrolls from the top to the finish. It needs
 * scripts, and it is off under reduced motion.
 */
export function CourseRun() {
  const moves = useSyncExternalStore(
    watchStillness,
    () => !window.matchMedia(stillness).matches,
    () => false,
  )
  const finish = useRef<HTMLElement>(null)
  const [sections, setSections] = useState<CourseSection[]>([])

  useEffect(() => {
    const course = finish.current?.parentElement
    if (!moves || !course) return setSections([])
    setSections(
      Array.from(course.querySelectorAll<HTMLElement>('.stage'), (element) => ({
        element,
        subject: element.dataset.subject ?? '',
        title: element.querySelector('h2')?.textContent ?? '',
      })),
    )
  }, [moves])

  return (
    <section className="finish" ref={finish} aria-label={sections.length > 0 ? 'Your run' : undefined}>
      {sections.length > 0 && <ActiveRun sections={sections} finish={finish} />}
    </section>
  )
}

const restoreRunState = (sections: number): RunState =>
  reduceRunState(createRunState(sections), { type: 'memoryRead', memory: readRunMemory() })

function ActiveRun({
  sections,
  finish,
}: {
  sections: CourseSection[]
  finish: { readonly current: HTMLElement | null }
}) {
  const [state, dispatch] = useReducer(reduceRunState, sections.length, restoreRunState)
  const { phase, switchedOn, best } = state
  // The result of a run changes the size of the panel and moves its buttons, so it waits until a press has ended.
  const panelState = useValueHeldDuringPress(state)

  useEffect(() => {
    // The first scroll may have loaded this script. It still counts as a start if no section has been reached yet.
    if (sections[0] && !isRevealed(sections[0].element)) dispatch({ type: 'startReached' })
  }, [sections])

  useEffect(() => {
    const page = document.documentElement
    if (!switchedOn) page.dataset.run = 'off'
    return () => {
      delete page.dataset.run
    }
  }, [switchedOn])

  useEffect(() => {
    writeRunMemory({ switchedOn, best })
  }, [switchedOn, best])

  useEffect(() => {
    if (!switchedOn || (phase !== 'away' && phase !== 'ready')) return
    const look = (): void => {
      if (window.scrollY <= START_PX) dispatch({ type: 'startReached' })
      else dispatch({ type: 'firstScrolled', at: now() })
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [phase, switchedOn])

  useEffect(() => {
    const end = finish.current
    if (phase !== 'running' || !end) return
    return watchReveal([...sections.map(({ element }) => element), end], (element) => {
      const at = now()
      if (element === end) dispatch({ type: 'finishArrived', at })
      else dispatch({ type: 'sectionArrived', section: sections.findIndex((each) => each.element === element), at })
    })
  }, [phase, sections, finish])

  const runAgain = useCallback(() => {
    dispatch({ type: 'runAbandoned' })
    document.getElementById('start')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0, behavior: 'smooth' })
  }, [])

  return (
    <>
      {switchedOn && phase !== 'finished' && <RunTimer state={state} sections={sections} />}
      <RunPanel
        state={panelState}
        sections={sections}
        onAgain={runAgain}
        onSwitch={() => dispatch({ type: switchedOn ? 'switchedOff' : 'switchedOn' })}
      />
    </>
  )
}
