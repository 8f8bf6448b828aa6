import { useEffect, useRef } from 'react'
import type { DeedRunner } from '../kit/work/use-deed.ts'
import './ui.css'

/**
 * What came of the last deed, said to screen readers too, and the way to take it back.
 * @param shortcut the key that takes it back, where there is one
 */
export function Outcome({ said, busy, run, shortcut }: DeedRunner & { shortcut?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const undo = said?.undo

  useEffect(() => {
    // The button that did it may be gone.
    if (said && document.activeElement === document.body) box.current?.focus()
  }, [said])

  return (
    <div ref={box} tabIndex={-1} className="note outcome" role="status" data-kind={said?.problem ? 'grave' : 'good'}>
      {said?.words && <p>{said.words}</p>}
      {undo && (
        <button
          type="button"
          className="quiet-button"
          aria-disabled={busy}
          aria-keyshortcuts={shortcut}
          onClick={() => run(undo)}
        >
          Undo
        </button>
      )}
    </div>
  )
}
