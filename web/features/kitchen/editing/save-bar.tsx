import type { ActionRunner } from '../../../api/use-action.ts'
import { Outcome } from '../../../ui/note/outcome.tsx'
import type { FormDraft } from './drafts.ts'
import type { Fields } from './merge.ts'

interface SaveBarProps<T extends Fields> {
  /** The label of the button. */
  words: string
  edited: FormDraft<T>
  saving: ActionRunner
}

/** The end of a form: its buttons, whether it has unsaved edits, and the result of the last save. */
export function SaveBar<T extends Fields>({ words, edited: { changed, conflict, drop }, saving }: SaveBarProps<T>) {
  return (
    <div className="stack">
      {conflict && (
        <p className="note" role="status">
          Somebody else has changed this meanwhile. Save to put yours in its place, or discard yours to see theirs.
        </p>
      )}
      <Outcome {...saving} />
      <div className="buttons">
        <button type="submit" className="quiet-button" data-kind="main" aria-disabled={saving.busy}>
          {saving.busy ? 'Saving …' : words}
        </button>
        {changed && (
          <button
            type="button"
            className="quiet-button"
            aria-disabled={saving.busy}
            onClick={() => {
              if (saving.busy) return
              drop()
              saving.clearMessage()
            }}
          >
            Discard changes
          </button>
        )}
        <p className="soft">{changed && 'Not saved yet. It is kept in this browser.'}</p>
      </div>
    </div>
  )
}
