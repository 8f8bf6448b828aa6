import { type PointerEvent, useEffect, useRef, useState } from 'react'

export interface MenuRowKey {
  kind: 'item' | 'category'
  id: string
}

/** The place where the dragged row would be dropped: beside another row, or in an empty category. */
export interface DropPlace {
  id: string
  side: 'before' | 'after' | 'into'
}

/** A movement of the pointer by fewer pixels is a tap, not a drag. */
const SLOP = 6
/** While the pointer is within this distance of the window's top or bottom edge, in pixels, the page scrolls. */
const EDGE = 72

/**
 * Drags rows by their handles, with a mouse, a pen or a finger. Escape cancels the drag. Rows are marked by `data-item`
 * and `data-category`.
 * @param onDrop called with the dragged row and the place where it was dropped
 */
export function useDrag(onDrop: (dragged: MenuRowKey, drop: DropPlace) => void) {
  const start = useRef<{ dragged: MenuRowKey; x: number; y: number } | null>(null)
  const [dragged, setDragged] = useState<MenuRowKey | null>(null)
  const [drop, setDrop] = useState<DropPlace | null>(null)

  function end() {
    start.current = null
    setDragged(null)
    setDrop(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `end` only sets state.
  useEffect(() => {
    if (!dragged) return
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && end()
    window.addEventListener('keydown', cancel)
    return () => window.removeEventListener('keydown', cancel)
  }, [dragged])

  /** Returns the event listeners of a drag handle. */
  const listen = (moved: MenuRowKey) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { dragged: moved, x: event.clientX, y: event.clientY }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      if (!from || (!dragged && Math.hypot(clientX - from.x, clientY - from.y) < SLOP)) return
      if (!dragged) setDragged(from.dragged)
      if (clientY < EDGE) window.scrollBy(0, -12)
      if (clientY > window.innerHeight - EDGE) window.scrollBy(0, 12)
      setDrop(findDrop(from.dragged, clientX, clientY))
    },
    onPointerUp: () => {
      if (dragged && drop) onDrop(dragged, drop)
      end()
    },
    onPointerCancel: end,
  })
  /** Returns the data attributes that mark the dragged row, and the row beside which it would be dropped. */
  const mark = (id: string) => ({
    'data-dragged': dragged?.id === id || undefined,
    'data-drop': drop?.id === id ? drop.side : undefined,
  })
  return { listen, mark }
}

function findDrop({ kind, id }: MenuRowKey, x: number, y: number): DropPlace | null {
  const element = document.elementFromPoint(x, y)
  const item = kind === 'item' ? element?.closest<HTMLElement>('[data-item]') : null
  const target = item ?? element?.closest<HTMLElement>('[data-category]')
  const targetId = target?.dataset.item ?? target?.dataset.category
  if (!target || !targetId || targetId === id) return null
  if (kind === 'item' && !item) return { id: targetId, side: 'into' }
  const { top, height } = target.getBoundingClientRect()
  return { id: targetId, side: y < top + height / 2 ? 'before' : 'after' }
}
