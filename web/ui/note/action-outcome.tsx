import { useEffect, useRef } from 'react'
import type { UseActionReturn } from '../../api/use-action.ts'
import { QuietButton } from '../quiet-button.tsx'
import '../ui.css'

/**
 * The result of the most recent action, with a button that undoes the action. Screen readers announce the result.
 * @param shortcut the key that undoes the action
 */
export function ActionOutcome({
  message,
  busy,
  perform,
  shortcut,
}: UseActionReturn & { shortcut?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const undo = message?.undo

  useEffect(() => {
    // The pressed button may have been removed, so the result takes the focus.
    if (message && document.activeElement === document.body) box.current?.focus()
  }, [message])

  return (
    <div ref={box} tabIndex={-1} className="note outcome" role="status" data-kind={message?.problem ? 'grave' : 'good'}>
      {message?.text && <p>{message.text}</p>}
      {undo && (
        <QuietButton busy={busy} aria-keyshortcuts={shortcut} onClick={() => perform(undo)}>
          Undo
        </QuietButton>
      )}
    </div>
  )
}
