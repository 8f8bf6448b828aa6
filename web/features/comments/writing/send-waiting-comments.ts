import { WAITING_COMMENT_RETRY_MS } from '#contract/limits.ts'
import { postCommentOnce } from '../../../api/post-comment-once.ts'
import { ApiError, isFinalRefusalStatus } from '../../../api/problem.ts'
import { hasReaderRights, useSession } from '../../../api/session.ts'
import { getTokenOwnerId } from '../../../api/tokens.ts'
import {
  createEditLockCheck,
  readSendableComments,
  removeWaitingComment,
  storeWaitingComment,
  type WaitingComment,
} from './waiting-comments-store.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends the reader's waiting comments in the order in which they were written, in one tab at a time. Another tab may
 * notice late that a comment was sent, and send it again. The idempotency key of the comment then prevents a duplicate.
 */
export async function sendWaitingComments(): Promise<void> {
  clearTimeout(timer)
  const done = await runInOneTab(sendAll)
  if (!done) scheduleWaitingCommentsRetry()
}

/** Schedules another attempt to send. Even when the browser is online, the server may be busy or unreachable. */
export function scheduleWaitingCommentsRetry(): void {
  clearTimeout(timer)
  timer = setTimeout(sendWaitingComments, WAITING_COMMENT_RETRY_MS)
}

/** Sends all waiting comments. @returns false when some have to be sent later */
async function sendAll(): Promise<boolean> {
  for (;;) {
    const isHeld = await createEditLockCheck()
    const waiting = readOwnComments()
    const next = waiting.find((comment) => !isHeld(comment))
    // Comments that are being edited stay in the list. Their tab may be closed before it sends them, so this tab tries
    // again later.
    if (!next) return waiting.length === 0
    let problem: string | null = null
    try {
      await postCommentOnce(next.body)
    } catch (error) {
      if (!(error instanceof ApiError) || !isFinalRefusalStatus(error.status)) return false
      problem = error.message
    }
    // If the author has changed the comment during the call, or is editing it, the new text is sent later.
    const isEdited = (await createEditLockCheck())(next) || !isUnchanged(next)
    if (isEdited) continue
    if (problem === null) removeWaitingComment(next.body.key)
    else storeWaitingComment({ ...next, problem })
  }
}

/** Returns whether a comment still waits with the same text. */
const isUnchanged = ({ userId, body: { key, content } }: WaitingComment): boolean =>
  readSendableComments(userId).some(({ body }) => body.key === key && body.content === content)

/**
 * Returns the waiting comments of the reader. The reader is checked each time, because somebody else may log in between
 * two calls.
 */
function readOwnComments(): WaitingComment[] {
  const { user } = useSession.getState()
  return hasReaderRights(user) && getTokenOwnerId() === user.id ? readSendableComments(user.id) : []
}

const runInOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('waiting-comments', work) : work()
