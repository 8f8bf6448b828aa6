import { useSyncExternalStore } from 'react'
import { COMMENT_DRAFT_LIFETIME_MS } from '#contract/limits.ts'
import { commentDraftsKey } from '#contract/storage-keys.ts'
import { createIdempotencyKey } from '../../../api/call-api.ts'
import { createStoredValue } from '../../../device/stored-value.ts'

/** A text that has not been posted yet. */
interface Draft {
  text: string
  /** The idempotency key of the comment, so that sending it again does not post it twice. */
  key: string
  /** The time of the most recent change, in milliseconds. */
  at: number
}
type Drafts = Partial<Record<string, Draft>>

/** Reads the stored drafts without the expired ones, and writes drafts. */
const { read, write, subscribe } = createStoredValue<Drafts>(commentDraftsKey, (stored) =>
  Object.fromEntries(Object.entries((stored as Drafts | null | undefined) ?? {}).filter(([, draft]) => isDraft(draft))),
)

function isDraft(draft: Partial<Draft> | undefined): draft is Draft {
  return (
    typeof draft?.text === 'string' &&
    typeof draft.key === 'string' &&
    typeof draft.at === 'number' &&
    draft.at > Date.now() - COMMENT_DRAFT_LIFETIME_MS
  )
}

function storeDraft(name: string, draft: Draft | undefined): void {
  const { [name]: _, ...otherDrafts } = read()
  const changed = draft ? { ...otherDrafts, [name]: draft } : otherDrafts
  write(Object.keys(changed).length > 0 ? changed : null)
}

/**
 * Returns the name of the draft of a new comment on a page, or of a reply.
 * @param parentId the id of the comment to reply to
 */
export const toDraftName = (pageKey: string, parentId?: string): string =>
  parentId ? `${pageKey}#${parentId}` : pageKey

/** Returns the ids of the comments of a page to which a reply has been begun. */
export const listParentsOfDrafts = (pageKey: string): string[] =>
  Object.keys(read()).flatMap((name) => (name.startsWith(`${pageKey}#`) ? [name.slice(pageKey.length + 1)] : []))

/** Returns the name of the draft of an edited comment. @param id the id of the comment, or the key of a waiting one */
export const toEditDraftName = (id: string): string => `edit ${id}`

export const hasDraft = (name: string): boolean => read()[name] !== undefined

/**
 * Reads and writes a draft. The draft is stored on each change, survives reloads and logins, and is shared by all tabs.
 * @param saved the text on the server, which is shown as long as there is no draft
 */
export function useDraft(name: string, saved = '') {
  const draft = useSyncExternalStore(subscribe, () => read()[name])
  return {
    text: draft?.text ?? saved,
    key: draft?.key,
    write: (text: string) =>
      storeDraft(
        name,
        text === saved ? undefined : { text, key: read()[name]?.key ?? createIdempotencyKey(), at: Date.now() },
      ),
    /**
     * Removes the draft.
     * @param sent the text that was sent. If the reader has changed the text since then, the changed text stays as a
     *   draft with a new idempotency key.
     * @returns whether a changed text stays
     */
    drop: (sent?: string): boolean => {
      const left = read()[name]
      const isNewer = sent !== undefined && left !== undefined && left.text !== sent
      storeDraft(name, isNewer ? { ...left, key: createIdempotencyKey() } : undefined)
      return isNewer
    },
  }
}
