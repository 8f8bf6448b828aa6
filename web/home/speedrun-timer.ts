import { createDomElement } from '../ui/element.ts'
import type { SpeedrunSection } from './speedrun-state.ts'
import { formatSpeedrunTime, type SpeedrunState } from './speedrun-state.ts'

/** The pause in scrolling after which the timer fades on narrow screens, in milliseconds. */
const REST_MS = 1200

/**
 * Creates the timer of a run, in the corner of the window. Screen readers ignore the timer, because the panel announces
 * the result. Clicks pass through the timer.
 */
export function createSpeedrunTimer(sections: readonly SpeedrunSection[]) {
  const gems = sections.map(({ subject }) => createDomElement('i', { class: 'run-gem', 'data-subject': subject }))
  const clock = createDomElement('span', { class: 'run-clock' })
  const element = createDomElement('div', { class: 'bar run-pill', 'aria-hidden': 'true' }, ...gems, clock)
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
    update({ phase, startedAt, splits }: SpeedrunState) {
      element.dataset.phase = phase
      for (const [index, gem] of gems.entries()) gem.toggleAttribute('data-lit', splits[index] !== null)
      cancelAnimationFrame(frame)
      const tick = () => {
        clock.textContent = formatSpeedrunTime(performance.now() - startedAt)
        frame = requestAnimationFrame(tick)
      }
      if (phase === 'running') tick()
      else clock.textContent = formatSpeedrunTime(0)
    },
    stop() {
      cancelAnimationFrame(frame)
      window.clearTimeout(rest)
      window.removeEventListener('scroll', wake)
    },
  }
}
