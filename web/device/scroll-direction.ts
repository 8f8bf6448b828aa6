import { runAfterPress } from '../kit/press.ts'

/** The distance in pixels that a reader scrolls before the header reacts. */
const STEP = 60

/**
 * Marks the document while the reader scrolls up, so that the header reappears (site.css). An observed element, twice
 * `STEP` high, is placed around the top edge of the window. When the reader scrolls down, the element leaves the window
 * above it. When the reader scrolls up, it moves completely into the window. The browser observes this without a
 * listener for every scroll event and without forced layouts. A change during a press waits for the click, because the
 * header would cover the pressed button.
 */
export function watchScrollDirection(): void {
  const { dataset } = document.documentElement
  const showHeader = (shown: boolean) =>
    runAfterPress(() => {
      if (shown) dataset.header = ''
      else delete dataset.header
    })
  const edge = addMarker(2 * STEP)
  const start = addMarker(1)
  /** The vertical position of the marker in the document, in pixels. */
  let position = 0
  const moveTo = (windowTop: number) => {
    position = windowTop - STEP
    edge.style.top = `${position}px`
    // Observing again reports even a scroll that was faster than one frame.
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
 * Adds an invisible element at the start of the document. The element has an inline style, because until the
 * application loads, an article page has only the style rules of its own elements (decision 0039).
 */
function addMarker(height: number): HTMLElement {
  const marker = document.createElement('div')
  const place = { position: 'absolute', top: '0', left: '0', width: '1px', height: `${height}px` }
  Object.assign(marker.style, { ...place, visibility: 'hidden', pointerEvents: 'none' })
  document.body.append(marker)
  return marker
}
