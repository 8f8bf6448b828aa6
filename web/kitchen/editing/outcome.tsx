import { useEffect, useRef } from 'react'
import type { Saving } from './use-saving.ts'
import './editing.css'

/** What came of the last save, said to screen readers too, and the way to take it back. */
export function Outcome({ said, busy, run }: Saving) {
  const box = useRef<HTMLDivElement>(null)
  const undo = said?.undo

  useEffect(() => {
    // The button that did it may be gone.
    if (said && document.activeElement === document.body) box.current?.focus()
  }, [said])

  return (
    <div
      ref={box}
      tabIndex={-1}
      className="editing-outcome"
      role="status"
      data-problem={said?.problem ? '' : undefined}
    >
      {said?.words && <p>{said.words}</p>}
      {undo && (
        <button type="button" className="kitchen-button" aria-disabled={busy} onClick={() => run(undo)}>
          Undo
        </button>
      )}
    </div>
  )
}
