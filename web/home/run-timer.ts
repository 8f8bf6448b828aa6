import { createDomElement } from '../ui/element.ts'
import type { RunSection } from './run-state.ts'
import { formatRunTime, type RunState } from './run-state.ts'

/** The pause in scrolling after which the timer fades on narrow screens, in milliseconds. */
const REST_MS = 1200

/**
 * Creates the timer of a run, in the corner of the window. Screen readers ignore the timer, because the panel announces
 * the result. Clicks pass through the timer.
 */
export function createRunTimer(sections: readonly RunSection[]) {
  const gems = sections.map(({ subject }) => createDomElement('i', { class: 'run-gem', 'data-subject': subject }))
  const clock = createDomElement('span', { class: 'run-clock' })
  const element = createDomElement('div', { class: 'run-pill', 'aria-hidden': 'true' }, ...gems, clock)
  let frame = 0
  let rest = 0

  function wake() {
    delete element.dataset.resting
    window.clearTimeout(rest)
    rest = window.setTimeout(() => {
      element.dataset.resting = ''
    }, REST_MS)
  }
  window.addEventListener('scroll', wake, { passive: true })

  return {
    element,
    update({ phase, startedAt, splits }: RunState) {
      element.dataset.phase = phase
      for (const [index, gem] of gems.entries()) gem.toggleAttribute('data-lit', splits[index] !== null)
      cancelAnimationFrame(frame)
      const tick = () => {
        clock.textContent = formatRunTime(performance.now() - startedAt)
        frame = requestAnimationFrame(tick)
      }
      if (phase === 'running') tick()
      else clock.textContent = formatRunTime(0)
    },
    stop() {
      cancelAnimationFrame(frame)
      window.clearTimeout(rest)
      window.removeEventListener('scroll', wake)
    },
  }
}
