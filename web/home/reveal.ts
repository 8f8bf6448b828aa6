import { REVEAL_VIEWPORT_SHARE } from '#contract/limits.ts'

/**
 * Calls `arrived` once for each element when its top passes the line at 85 % of the viewport's height (S9.02). Elements
 * that are above this line after a jump are included.
 * @returns a function that stops watching
 */
export function watchReveal(elements: readonly Element[], arrived: (element: Element) => void): () => void {
  const below = Math.round((1 - REVEAL_VIEWPORT_SHARE) * 100)
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        arrived(target)
      }
    },
    { rootMargin: `1000000px 0px -${below}% 0px` },
  )
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}

/** Returns whether the top of an element is now above the line at 85 % of the viewport's height. */
export function isRevealed(element: Element): boolean {
  return element.getBoundingClientRect().top < window.innerHeight * REVEAL_VIEWPORT_SHARE
}
