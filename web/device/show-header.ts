import { runAfterPressEnds } from '../kit/press.ts'
import { addTopMarker, watchScrolledToTop } from './scrolled-to-top.ts'

/** The distance in pixels that a reader scrolls before the header reacts. */
const STEP = 60

/**
 * Marks the document while the reader scrolls up, so that the header reappears (site.css). An observed element, twice
 * `STEP` high, is placed around the top edge of the window. When the reader scrolls down, this element leaves the
 * window at the top. When the reader scrolls up, the element moves completely into the window. This needs no listener
 * for scroll events and no forced layouts. A change during a press waits for the click, because the header would cover
 * the pressed button.
 */
export function showHeaderOnScrollUp(): void {
  const { dataset } = document.documentElement
  const showHeader = (shown: boolean) =>
    runAfterPressEnds(() => {
      if (shown) dataset.header = ''
      else delete dataset.header
    })
  const edge = addTopMarker(2 * STEP)
  /** The vertical position of the marker in the document, in pixels. */
  let position = 0
  const moveTo = (windowTop: number) => {
    position = windowTop - STEP
    edge.style.top = `${position}px`
    // When the marker is observed anew, the browser reports its position, even after a scroll faster than one frame.
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
  const edges = new IntersectionObserver(onEdge, { threshold: [0, 1] })
  moveTo(0)
  watchScrolledToTop(1, (isAtTop) => {
    if (!isAtTop) return
    showHeader(false)
    moveTo(0)
  })
}
