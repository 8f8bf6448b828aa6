import { afterPress } from '../kit/press.ts'

/** How far a reader scrolls before the header reacts, in pixels. */
const STEP = 60

/**
 * Marks the document while the reader scrolls up, so that the header comes back (site.css). An element of twice the
 * step around the top edge of the window leaves the window when the reader scrolls down, and enters it when the reader
 * scrolls up. The browser observes both without a listener of each scroll and without a forced layout. The header would
 * cover a button that is being pressed, so it waits for the click.
 */
export function watchScrollDirection(): void {
  const { dataset } = document.documentElement
  const showHeader = (shown: boolean) =>
    afterPress(() => {
      if (shown) dataset.header = ''
      else delete dataset.header
    })
  const edge = addMarker(2 * STEP)
  const start = addMarker(1)
  /** The position of the element in the document. */
  let position = 0
  const moveTo = (windowTop: number) => {
    position = windowTop - STEP
    edge.style.top = `${position}px`
    // Observed anew, so that a scroll that is faster than the frames is reported too.
    edges.unobserve(edge)
    edges.observe(edge)
  }
  const onEdge = ([...entries]: IntersectionObserverEntry[]) => {
    const { top } = entries.at(-1)?.boundingClientRect ?? {}
    if (top === undefined) return
    const windowTop = position - top
    const moved = windowTop - position - STEP
    if (Math.abs(moved) < STEP) return
    showHeader(moved < 0)
    moveTo(windowTop)
  }
  const onStart = ([...entries]: IntersectionObserverEntry[]) => {
    if (!entries.at(-1)?.isIntersecting) return
    showHeader(false)
    moveTo(0)
  }
  const edges = new IntersectionObserver(onEdge, { threshold: [0, 1] })
  moveTo(0)
  new IntersectionObserver(onStart).observe(start)
}

/**
 * Adds an invisible element at the start of the document. It has its style with it, because a page of content has the
 * rules of its own elements only, until the application loads (decision 0039).
 */
function addMarker(height: number): HTMLElement {
  const marker = document.createElement('div')
  const place = { position: 'absolute', top: '0', left: '0', width: '1px', height: `${height}px` }
  Object.assign(marker.style, { ...place, visibility: 'hidden', pointerEvents: 'none' })
  document.body.append(marker)
  return marker
}
