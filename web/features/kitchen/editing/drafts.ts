import { useSyncExternalStore } from 'react'
import { COMMENT_DRAFT_LIFETIME_MS } from '#contract/limits.ts'
import { createStoredValue } from '../../../device/stored-value.ts'
import { useAutomaticReloadBlocker } from '../../../forms/use-automatic-reload-blocker.ts'
import { type FieldValues, mergeFields } from './merge.ts'

/**
 * The storage key of unsaved form values. When a field is removed or changes its meaning, increase the number at the
 * end of the key: drafts with the old fields are then ignored.
 */
const DRAFTS_KEY = 'kitchenDrafts1'

interface Draft {
  typed: FieldValues
  /** The values that were saved when editing began. */
  base: FieldValues
  at: number
}

const isDraft = (draft: Partial<Draft> | null): draft is Draft =>
  typeof draft?.typed === 'object' &&
  typeof draft.base === 'object' &&
  Number(draft.at) > Date.now() - COMMENT_DRAFT_LIFETIME_MS

const { read, write, subscribe } = createStoredValue<Record<string, Draft>>(DRAFTS_KEY, (stored) =>
  Object.fromEntries(
    Object.entries((stored as Record<string, Draft> | null) ?? {}).filter(([, draft]) => isDraft(draft)),
  ),
)

function storeDraft(name: string, draft: Draft | null): void {
  const { [name]: _, ...otherDrafts } = read()
  const all = draft ? { ...otherDrafts, [name]: draft } : otherDrafts
  write(Object.keys(all).length > 0 ? all : null)
}

/**
 * Returns the values of a form with its unsaved edits. Local storage keeps unsaved edits across reloads and failed
 * saves. All tabs share these edits.
 * @param name unique in this browser, such as `hours-` and the kitchen's id
 * @param saved the values on the server, which fill all fields that are not edited
 * @param isEditable whether the user may edit the form; if not, the result has only the saved values, even when
 * another user of this browser has unsaved edits
 */
export function useFormDraft<T extends FieldValues>(name: string, saved: T, isEditable = true) {
  const draft = useSyncExternalStore(subscribe, () => (isEditable ? read()[name] : undefined))
  const merged = mergeFields(draft ? (draft.base as T) : saved, draft ? (draft.typed as T) : saved, saved)
  const { fields, base, changed, conflict } = merged
  useAutomaticReloadBlocker(name, changed)

  return {
    fields,
    /** Whether the form has unsaved edits. */
    changed,
    /** Whether another member saved a different value of an edited field. */
    conflict,
    change: (by: Partial<T>): void => {
      const typed = { ...fields, ...by }
      storeDraft(name, mergeFields(base, typed, saved).changed ? { typed, base, at: Date.now() } : null)
    },
    /**
     * Removes the unsaved edits.
     * @param sent the values that were saved; edits that were made after these values were sent stay in the form
     */
    drop: (sent?: T): void => {
      const left = sent && read()[name]
      const isMore = left && mergeFields(left.base, left.typed, sent).changed
      storeDraft(name, isMore ? { ...left, base: sent } : null)
    },
  }
}

export type FormDraftHandle<T extends FieldValues> = ReturnType<typeof useFormDraft<T>>

export const useUnsavedFormNames = (): ReadonlySet<string> =>
  new Set(Object.keys(useSyncExternalStore(subscribe, read)))
