import { useSyncExternalStore } from 'react'
import type { postComment } from '#contract/comments.ts'
import type { Body } from '#contract/endpoint.ts'
import { waitingCommentsKey } from '#contract/storage-keys.ts'
import { useSession } from '../../../api/session.ts'
import { tokenOwner } from '../../../api/tokens.ts'
import { storedValue } from '../../../device/stored-value.ts'

export type PostBody = Body<typeof postComment> & { key: string }

/** A comment that was posted without a connection, and is sent when there is one. */
export interface WaitingComment {
  /** The reader who has written it: it is nobody else's to send or to see. */
  userId: string
  body: PostBody
  /** The name of whom it answers. */
  to: string | null
  /** Why it was refused, in words; then it waits for its author. */
  problem: string | null
}

const { read, write, subscribe } = storedValue<WaitingComment[]>(waitingCommentsKey, (stored) =>
  Array.isArray(stored) ? stored.filter(isWaiting) : [],
)

function isWaiting(one: Partial<WaitingComment> | null): one is WaitingComment {
  return typeof one?.userId === 'string' && typeof one.body?.key === 'string' && typeof one.body.content === 'string'
}

/** All that wait in this browser, in the order in which they were written. */
export const waitingComments = read

/** Keeps a comment until it is sent; one with the same key gives way to it, in its place. */
export function keepWaiting(comment: WaitingComment): void {
  const all = read()
  const at = all.findIndex(({ body }) => body.key === comment.body.key)
  write(at === -1 ? [...all, comment] : all.with(at, comment))
}

export function dropWaiting(key: string): void {
  const others = read().filter(({ body }) => body.key !== key)
  write(others.length > 0 ? others : null)
}

/** Those that the reader has written on a page: also while who they are cannot be asked for. */
export function useWaiting(pageKey: string): WaitingComment[] {
  const all = useSyncExternalStore(subscribe, read)
  const owner = useSession(({ user, isAuthenticated }) => user?.id ?? (isAuthenticated ? tokenOwner() : null))
  return all.filter(({ userId, body }) => userId === owner && body.pageUrl === pageKey)
}
