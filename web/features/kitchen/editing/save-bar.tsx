import type { UseActionReturn } from '../../../api/use-action.ts'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { FormDraftHandle } from './drafts.ts'
import type { FieldValues } from './merge.ts'

interface SaveBarProps<T extends FieldValues> {
  label: string
  edited: FormDraftHandle<T>
  saving: UseActionReturn
}

/** The last row of a form: its buttons, whether it has unsaved edits, and the result of the most recent save. */
export function SaveBar<T extends FieldValues>({
  label,
  edited: { changed, conflict, drop },
  saving,
}: SaveBarProps<T>) {
  return (
    <div className="stack">
      {conflict && (
        <p className="note" role="status">
          Somebody else has changed this meanwhile. Save to put yours in its place, or discard yours to see theirs.
        </p>
      )}
      <ActionOutcome {...saving} />
      <div className="buttons">
        <QuietButton type="submit" kind="main" busy={saving.busy}>
          {saving.busy ? 'Saving …' : label}
        </QuietButton>
        {changed && (
          <QuietButton
            busy={saving.busy}
            onClick={() => {
              if (saving.busy) return
              drop()
              saving.clearMessage()
            }}
          >
            Discard changes
          </QuietButton>
        )}
        <p className="soft">{changed && 'Not saved yet. It is kept in this browser.'}</p>
      </div>
    </div>
  )
}
