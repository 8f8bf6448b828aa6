import { useEffect, useState } from 'react'
import { type CommentApprovalRequirement, getCommentApprovalRequirement } from '#contract/comments.ts'
import { callForReply } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'

/**
 * Returns which comments of the reader wait for approval; null until that is known, and when it cannot be fetched.
 * @param posted a value that changes with each comment that the reader posts. The answer is then fetched again, because
 * perhaps only the first comment of a reader needs approval.
 */
export function useCommentApproval(posted: unknown): CommentApprovalRequirement | null {
  const userId = useSession(({ user }) => user?.id)
  const [approval, setApproval] = useState<CommentApprovalRequirement | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again after a comment was posted.
  useEffect(() => {
    if (userId === undefined) return
    let isCurrent = true
    callForReply(getCommentApprovalRequirement).then(
      ({ waits }) => isCurrent && setApproval(waits),
      (error) => console.info('Asking for the approval of comments failed', error),
    )
    return () => {
      isCurrent = false
    }
  }, [userId, posted])

  return approval
}
