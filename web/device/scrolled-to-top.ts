/**
 * Calls `changed` when the reader leaves the top of the page and when the reader returns to it. The browser observes an
 * invisible element at the top, because a listener for scroll events would force layouts.
 * @param distance the scroll position up to which the reader counts as at the top, in pixels
 * @param changed called once for the position at the start, and then at each change
 */
export function watchScrolledToTop(distance: number, changed: (isAtTop: boolean) => void) {
  const marker = addTopMarker(distance)
  let isAtTop = false
  const observer = new IntersectionObserver(([...entries]) => {
    isAtTop = entries.at(-1)?.isIntersecting ?? isAtTop
    changed(isAtTop)
  })
  observer.observe(marker)
  return {
    isAtTop: () => isAtTop,
    stop() {
      observer.disconnect()
      marker.remove()
    },
  }
}

/**
 * Adds an invisible element at the top of the page, for an IntersectionObserver. The element has an inline style: until
 * the application loads, an article page has only the style rules of its prerendered elements (decision 0039).
 * @param height in pixels
 */
export function addTopMarker(height: number): HTMLElement {
  const marker = document.createElement('div')
  const place = { position: 'absolute', top: '0', left: '0', width: '1px', height: `${height}px` }
  Object.assign(marker.style, { ...place, visibility: 'hidden', pointerEvents: 'none' })
  document.body.append(marker)
  return marker
}
