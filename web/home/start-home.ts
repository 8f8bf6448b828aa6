import { site } from '#site'
import { startReveals } from './reveal.ts'
import { startRun } from './run.ts'

let started: { home: HTMLElement; stop: () => void } | undefined

/**
 * Starts what reacts to scrolling on Home: the sections that appear, and the scrolling game. It works without the
 * application, so that a reader who only scrolls does not load React. When boot.ts has already started it on this
 * element, a second call changes nothing.
 * @param home the element of the component `Home`
 * @returns a function that stops it
 */
export function startHome(home: HTMLElement): () => void {
  if (started?.home === home) return started.stop
  started?.stop()
  const stops = [startReveals(home)]
  const finish = home.querySelector<HTMLElement>('.finish')
  if (site.features.run && finish) stops.push(startRun(home, finish))
  const stop = () => {
    for (const end of stops) end()
    started = undefined
  }
  started = { home, stop }
  return stop
}
