import { useSyncExternalStore } from 'react'
import { v4 as uuid } from 'uuid'
import { DRAFT_LIFETIME_MS } from '#contract/limits.ts'
import { draftsKey } from '#contract/storage-keys.ts'
import { storedValue } from '../../../device/stored-value.ts'

/** What has been written and not yet posted. */
interface Draft {
  text: string
  /** Names the comment that it will be, so that sending it again does not post it twice. */
  key: string
  /** When it was written on last. */
  at: number
}
type Drafts = Partial<Record<string, Draft>>

/** All of them, but those that nobody came back to. */
const { read, write, subscribe } = storedValue<Drafts>(draftsKey, (stored) =>
  Object.fromEntries(Object.entries((stored as Drafts | null | undefined) ?? {}).filter(([, draft]) => isDraft(draft))),
)

function isDraft(draft: Partial<Draft> | undefined): draft is Draft {
  return (
    typeof draft?.text === 'string' &&
    typeof draft.key === 'string' &&
    typeof draft.at === 'number' &&
    draft.at > Date.now() - DRAFT_LIFETIME_MS
  )
}

function change(name: string, draft: Draft | undefined): void {
  const { [name]: _, ...others } = read()
  const changed = draft ? { ...others, [name]: draft } : others
  write(Object.keys(changed).length > 0 ? changed : null)
}

/** The name of the draft for a page, or for the answer to one of its comments. */
export const draftName = (pageKey: string, answered?: string): string => (answered ? `${pageKey}#${answered}` : pageKey)

export const hasDraft = (name: string): boolean => read()[name] !== undefined

/** A draft that is kept with every letter, through reloads and logins, and is the same in every tab. */
export function useDraft(name: string) {
  const draft = useSyncExternalStore(subscribe, () => read()[name])
  return {
    text: draft?.text ?? '',
    key: draft?.key,
    write: (text: string) =>
      change(name, text ? { text, key: read()[name]?.key ?? uuid(), at: Date.now() } : undefined),
    drop: () => change(name, undefined),
  }
}
