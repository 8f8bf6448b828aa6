import type { KeyboardEvent } from 'react'
import type { MenuEditorTools } from './menu-tools.ts'
import type { MenuRowKey } from './use-drag.ts'

interface MoveHandleProps {
  name: string
  moved: MenuRowKey
  tools: MenuEditorTools
}

/** A handle that drags an item or a category to another place. The arrow keys move it too. */
export function MoveHandle({ name, moved, tools }: MoveHandleProps) {
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    tools.move(moved, event.key === 'ArrowUp' ? -1 : 1, 'handle')
  }
  return (
    <button
      id={`${moved.kind}-${moved.id}-handle`}
      type="button"
      className="round-button dish-handle"
      aria-label={`Move ${name} with the arrow keys, or drag it`}
      aria-keyshortcuts="ArrowUp ArrowDown"
      {...tools.drag.listen(moved)}
      onKeyDown={moveByKey}
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
