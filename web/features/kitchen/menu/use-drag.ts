import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** The dragged item or category. */
export interface Dragged {
  kind: 'item' | 'category'
  id: string
}

/** The place for the dragged thing: beside something, or into an empty category. */
export interface Drop {
  id: string
  side: 'before' | 'after' | 'into'
}

/** A shorter movement is a tap, in pixels. */
const SLOP = 6
/** The distance from the window's edge within which the page scrolls, in pixels. */
const EDGE = 72

/**
 * Drags by a handle, with a mouse, a pen or a finger. Escape cancels. Rows are marked by `data-item` and `data-category`.
 * @param onDrop called with the place
 */
export function useDrag(onDrop: (dragged: Dragged, drop: Drop) => void) {
  const start = useRef<{ dragged: Dragged; x: number; y: number } | null>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)

  function end() {
    start.current = null
    setDragged(null)
    setDrop(null)
  }

  useEffect(() => {
    if (!dragged) return
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      start.current = null
      setDragged(null)
      setDrop(null)
    }
    window.addEventListener('keydown', keyed)
    return () => window.removeEventListener('keydown', keyed)
  }, [dragged])

  /** Returns the listeners of a handle. */
  const handle = (what: Dragged) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { dragged: what, x: event.clientX, y: event.clientY }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      if (!from || (!dragged && Math.hypot(clientX - from.x, clientY - from.y) < SLOP)) return
      if (!dragged) setDragged(from.dragged)
      if (clientY < EDGE) window.scrollBy(0, -12)
      if (clientY > window.innerHeight - EDGE) window.scrollBy(0, 12)
      setDrop(dropAt(from.dragged, clientX, clientY))
    },
    onPointerUp: () => {
      if (dragged && drop) onDrop(dragged, drop)
      end()
    },
    onPointerCancel: end,
  })
  return { handle, dragged, drop }
}

function dropAt({ kind, id }: Dragged, x: number, y: number): Drop | null {
  const element = document.elementFromPoint(x, y)
  const row = kind === 'item' ? element?.closest<HTMLElement>('[data-item]') : null
  const found = row ?? element?.closest<HTMLElement>('[data-category]')
  if (!found) return null
  const own = row ? row.dataset.item : found.dataset.category
  if (!own || own === id) return null
  const { top, height } = found.getBoundingClientRect()
  if (kind === 'item' && !row) return { id: own, side: 'into' }
  return { id: own, side: y < top + height / 2 ? 'before' : 'after' }
}
