import type { Edited } from './drafts.ts'
import type { Fields } from './merge.ts'
import { Outcome } from './outcome.tsx'
import type { Saving } from './use-saving.ts'

interface SaveBarProps<T extends Fields> {
  /** On the button. */
  words: string
  edited: Edited<T>
  saving: Saving
}

/** The end of a form: whether anything is left to save, the buttons, and what came of the last save. */
export function SaveBar<T extends Fields>({ words, edited: { changed, conflict, drop }, saving }: SaveBarProps<T>) {
  return (
    <div className="editing-end">
      {conflict && (
        <p className="kitchen-note" role="status">
          Somebody else has changed this meanwhile. Save to put yours in its place, or discard yours to see theirs.
        </p>
      )}
      <Outcome {...saving} />
      <div className="kitchen-buttons">
        <button type="submit" className="kitchen-button" data-kind="main" aria-disabled={saving.busy}>
          {saving.busy ? 'Saving …' : words}
        </button>
        {changed && (
          <button
            type="button"
            className="kitchen-button"
            aria-disabled={saving.busy}
            onClick={() => {
              if (saving.busy) return
              drop()
              saving.hush()
            }}
          >
            Discard changes
          </button>
        )}
        <p className="kitchen-soft editing-state">{changed && 'Not saved yet. It is kept in this browser.'}</p>
      </div>
    </div>
  )
}
