import { useSyncExternalStore } from 'react'
import { waitingCommentsKey } from '#contract/storage-keys.ts'
import type { PostCommentBody } from '../../../api/post-comment-once.ts'
import { useSession } from '../../../api/session.ts'
import { getTokenOwnerId } from '../../../api/tokens.ts'
import { createStoredValue } from '../../../device/stored-value.ts'

/** A comment that was posted without a connection. It is sent when a connection is available. */
export interface WaitingComment {
  /** The id of the author. Only the author may see and send the comment. */
  userId: string
  body: PostCommentBody
  /** The author of the comment that this comment replies to. */
  to: string | null
  /**
   * The message of the refusal; null when the comment was not refused. A refused comment waits until its author changes
   * it.
   */
  problem: string | null
}

const { read, write, subscribe } = createStoredValue<WaitingComment[]>(waitingCommentsKey, (stored) =>
  Array.isArray(stored) ? stored.filter(isWaitingComment) : [],
)

function isWaitingComment(value: Partial<WaitingComment> | null): value is WaitingComment {
  return (
    typeof value?.userId === 'string' && typeof value.body?.key === 'string' && typeof value.body.content === 'string'
  )
}

/** The keys of the comments that are being edited in this tab. */
const heldKeys = new Set<string>()
const toLockName = (key: string) => `waiting-comment ${key}`

/**
 * Prevents all tabs from sending a comment while this tab edits it. The browser releases the lock when the tab is
 * closed. Browsers offer locks only on secure pages; without locks, other tabs can still send the comment.
 * @returns a function that allows sending again
 */
export function lockCommentForEditing(key: string): () => Promise<void> {
  const editing = Promise.withResolvers<void>()
  heldKeys.add(key)
  const released = navigator.locks?.request(toLockName(key), () => editing.promise)
  return async () => {
    heldKeys.delete(key)
    editing.resolve()
    await released
  }
}

/**
 * Resolves with a function that returns whether a comment is being edited in any tab. Read the texts of comments only
 * after the promise has resolved, because an edit may end while the locks are queried.
 */
export async function createEditLockCheck(): Promise<(comment: WaitingComment) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return ({ body: { key } }) => heldKeys.has(key) || names.has(toLockName(key))
}

/** Returns the comments of a reader that were not refused, in the order in which they were written. */
export const readSendableComments = (userId: string): WaitingComment[] =>
  read().filter((comment) => comment.problem === null && comment.userId === userId)

/** Stores a comment until it is sent. Replaces the waiting comment with the same idempotency key. */
export function storeWaitingComment(comment: WaitingComment): void {
  const all = read()
  const index = all.findIndex(({ body }) => body.key === comment.body.key)
  write(index === -1 ? [...all, comment] : all.with(index, comment))
}

export function removeWaitingComment(key: string): void {
  const remaining = read().filter(({ body }) => body.key !== key)
  write(remaining.length > 0 ? remaining : null)
}

/** Returns the reader's waiting comments of a page, even while the session cannot be loaded. */
export function useWaitingComments(pageKey: string): WaitingComment[] {
  const all = useSyncExternalStore(subscribe, read)
  const owner = useSession(({ user, isAuthenticated }) => user?.id ?? (isAuthenticated ? getTokenOwnerId() : null))
  return all.filter(({ userId, body }) => userId === owner && body.pageUrl === pageKey)
}
