import { REVEAL_VIEWPORT_SHARE } from '#contract/limits.ts'
import { callAll, listen } from '../device/listen.ts'
import { getReducedMotionQuery } from '../device/reduced-motion.ts'

/**
 * Animates the sections of Home when they scroll into view. Only sections that are below the line at 85 % of the
 * viewport are hidden at first (S9.02). Without scripts or under reduced motion, no section is hidden.
 * @returns a function that stops this and shows all sections
 */
export function startReveals(home: HTMLElement, stages: readonly HTMLElement[]): () => void {
  if (getReducedMotionQuery().matches) return () => {}
  // All positions are read before the first change, so that the browser computes the layout once.
  const below = stages.filter((stage) => !isAboveRevealLine(stage))
  for (const stage of below) stage.dataset.reveal = 'waiting'
  const show = (stage: HTMLElement) => {
    if (stage.dataset.reveal) stage.dataset.reveal = 'shown'
  }
  const onFocus = ({ target }: Event) => {
    const stage = target instanceof Element && target.closest<HTMLElement>('.stage')
    if (stage) show(stage)
  }
  return callAll(watchRevealLine(below, show), listen(home, 'focusin', onFocus), () => {
    for (const stage of below) delete stage.dataset.reveal
  })
}

/**
 * Calls `arrived` once for each element when its top passes the line at 85 % of the viewport's height (S9.02). Elements
 * that are above this line after a jump are included.
 * @returns a function that stops watching
 */
export function watchRevealLine<E extends Element>(elements: readonly E[], arrived: (element: E) => void): () => void {
  const below = Math.round((1 - REVEAL_VIEWPORT_SHARE) * 100)
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        arrived(target as E)
      }
    },
    { rootMargin: `1000000px 0px -${below}% 0px` },
  )
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}

/** Returns whether the top of an element is now above the line at 85 % of the viewport's height. */
export function isAboveRevealLine(element: Element): boolean {
  return element.getBoundingClientRect().top < window.innerHeight * REVEAL_VIEWPORT_SHARE
}
