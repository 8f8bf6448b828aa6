/**
 * Calls `onNear` once, when the first of some elements comes into the window or near it.
 * @param margin the distance that counts as near, as the `rootMargin` of an IntersectionObserver
 * @returns a function that stops this
 */
export function whenNear(elements: Iterable<Element>, margin: string, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      onNear()
    },
    { rootMargin: margin },
  )
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}
