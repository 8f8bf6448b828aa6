import { WAITING_COMMENT_RETRY_MS } from '#contract/limits.ts'
import { FetchFailed } from '../../../api/api.ts'
import { problemIn } from '../../../api/problem.ts'
import { isReader, useSession } from '../../../api/session.ts'
import { tokenOwner } from '../../../api/tokens.ts'
import { postComment } from './post-comment.ts'
import { dropWaiting, keepWaiting, type WaitingComment, waitingComments } from './waiting.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends what the reader's comments wait for, in the order in which they were written, in one tab at a time. What one tab
 * stores may reach another a moment after the lock; then the key of the comment lets it be posted once all the same.
 */
export async function sendWaiting(): Promise<void> {
  clearTimeout(timer)
  const done = await inOneTab(sendAll)
  if (!done) sendWaitingLater()
}

/** The server is there, but has no time; or it is not, and the browser has not noticed. */
export function sendWaitingLater(): void {
  clearTimeout(timer)
  timer = setTimeout(sendWaiting, WAITING_COMMENT_RETRY_MS)
}

/** @returns whether nothing is left that may be sent later */
async function sendAll(): Promise<boolean> {
  for (let next = nextOne(); next; next = nextOne()) {
    try {
      await postComment(next.body)
      dropWaiting(next.body.key)
    } catch (error) {
      if (!(error instanceof FetchFailed) || !isRefusal(error.response.status)) return false
      const { message } = await problemIn(error.response)
      keepWaiting({ ...next, problem: message })
    }
  }
  return true
}

/** The first that is the reader's: somebody else may have logged in meanwhile, in this tab or another. */
function nextOne(): WaitingComment | undefined {
  const { user } = useSession.getState()
  if (!isReader(user) || tokenOwner() !== user.id) return
  return waitingComments().find(({ userId, problem }) => userId === user.id && problem === null)
}

/** Whether asking again would bring the same; a login that is over and a limit pass. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 401 && status !== 429

const inOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('waiting-comments', work) : work()
