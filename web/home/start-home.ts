import { site } from '#site'
import { callAll, listen } from '../device/listen.ts'
import { getReducedMotionQuery } from '../device/reduced-motion.ts'
import { startReveals } from './reveal.ts'
import { startScrollingGame } from './run.ts'

let started: { home: HTMLElement; stop: () => void } | undefined

/**
 * Starts the moving parts of Home: the sections that appear, the smooth link to the first section, and the scrolling
 * game. These parts work without the application, so that a reader who only scrolls does not load React. A second call
 * for the same element changes nothing, because boot.ts may have made the first call.
 * @param home the element of the component `Home`
 * @returns a function that stops these parts
 */
export function startHomeAnimations(home: HTMLElement): () => void {
  if (started?.home === home) return started.stop
  started?.stop()
  const stages = [...home.querySelectorAll<HTMLElement>('.stage')]
  const stops = [startReveals(home, stages), startSmoothLink(home, stages[0])]
  const finish = home.querySelector<HTMLElement>('.finish')
  if (site.features.run && finish) stops.push(startScrollingGame(stages, finish))
  const stop = callAll(...stops, () => {
    started = undefined
  })
  started = { home, stop }
  return stop
}

/** Makes the link of the hero scroll smoothly to the first section. Without this script, the link jumps there. */
function startSmoothLink(home: HTMLElement, first: HTMLElement | undefined): () => void {
  const link = home.querySelector<HTMLElement>('.hero-start')
  const scroll = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (!first || getReducedMotionQuery().matches) return
    event.preventDefault()
    first.focus({ preventScroll: true })
    first.scrollIntoView({ behavior: 'smooth' })
  }
  return link ? listen(link, 'click', scroll) : () => {}
}
