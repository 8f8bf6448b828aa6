import { useEffect, useSyncExternalStore } from 'react'
import { DRAFT_LIFETIME_MS } from '#contract/limits.ts'
import { storedValue } from '../../../device/stored-value.ts'
import { holdWork, releaseWork } from '../../../forms/unsent-work.ts'
import { type Fields, mergeFields } from './merge.ts'

/** Where the browser keeps what has been typed and not saved; the number goes up when the forms hold something else. */
const DRAFTS_KEY = 'kitchenDrafts1'

interface Draft {
  typed: Fields
  /** What was saved when it was typed. */
  base: Fields
  /** When it was typed in last. */
  at: number
}

const isDraft = (draft: Partial<Draft> | null): draft is Draft =>
  typeof draft?.typed === 'object' &&
  typeof draft.base === 'object' &&
  Number(draft.at) > Date.now() - DRAFT_LIFETIME_MS

const { read, write, subscribe } = storedValue<Record<string, Draft>>(DRAFTS_KEY, (stored) =>
  Object.fromEntries(
    Object.entries((stored as Record<string, Draft> | null) ?? {}).filter(([, draft]) => isDraft(draft)),
  ),
)

function keep(name: string, draft: Draft | null): void {
  const { [name]: _, ...others } = read()
  const all = draft ? { ...others, [name]: draft } : others
  write(Object.keys(all).length > 0 ? all : null)
}

/** A form whose text is kept with every letter, through reloads and failed saves, the same in every tab. */
export interface Edited<T extends Fields> {
  fields: T
  /** Whether anything is typed that is not saved. */
  changed: boolean
  /** Whether somebody else has saved something into a field that is being typed in. */
  conflict: boolean
  change: (by: Partial<T>) => void
  /** Forgets what is typed. @param sent what has been saved: what was typed since then stays */
  drop: (sent?: T) => void
}

/**
 * @param name of its own in this browser, such as `hours-` and the kitchen's id
 * @param saved the fields as the server has them; they come in wherever nothing is typed
 */
export function useEdited<T extends Fields>(name: string, saved: T): Edited<T> {
  const draft = useSyncExternalStore(subscribe, () => read()[name])
  const merged = mergeFields(draft ? (draft.base as T) : saved, draft ? (draft.typed as T) : saved, saved)
  const { fields, base, changed, conflict } = merged

  useEffect(() => {
    if (!changed) return
    holdWork(name)
    return () => releaseWork(name)
  }, [changed, name])

  return {
    fields,
    changed,
    conflict,
    change: (by) => {
      const typed = { ...fields, ...by }
      keep(name, mergeFields(base, typed, saved).changed ? { typed, base, at: Date.now() } : null)
    },
    drop: (sent) => {
      const left = sent && read()[name]
      const isMore = left && mergeFields(left.base, left.typed, sent).changed
      keep(name, isMore ? { ...left, base: sent } : null)
    },
  }
}

/** The names of everything that is typed and not saved. */
export const useDraftNames = (): ReadonlySet<string> => new Set(Object.keys(useSyncExternalStore(subscribe, read)))
