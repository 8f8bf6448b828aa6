import type { KeyboardEvent, PointerEventHandler } from 'react'

interface MoveHandleProps {
  name: string
  id: string
  /** The pointer listeners for dragging. */
  pointer: Partial<
    Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', PointerEventHandler<HTMLElement>>
  >
  onMove: (by: 1 | -1) => void
}

/** A handle that drags something to another place. The arrow keys move it too. */
export function MoveHandle({ name, id, pointer, onMove }: MoveHandleProps) {
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <button
      id={id}
      type="button"
      className="round-button dish-handle"
      aria-label={`Move ${name} with the arrow keys, or drag it`}
      aria-keyshortcuts="ArrowUp ArrowDown"
      {...pointer}
      onKeyDown={keyed}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01"
          stroke="currentColor"
          strokeWidth="3.4"
          strokeLinecap="round"
        />
      </svg>
    </button>
  )
}
