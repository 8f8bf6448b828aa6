import { useEffect, useState } from 'react'
import { getCommentApprovalRequirement, type OwnCommentApprovalRequirement } from '#contract/comments.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'

/**
 * Returns which new comments of the reader will wait for approval; null until this is fetched, and when it cannot be
 * fetched.
 * @param posted a value that changes with each comment that the reader posts. A change fetches the requirement again,
 *   because it may apply only to the first comment of a reader.
 */
export function useCommentApprovalRequirement(posted: unknown): OwnCommentApprovalRequirement | null {
  const userId = useSession(({ user }) => user?.id)
  const [approval, setApproval] = useState<OwnCommentApprovalRequirement | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again after a comment was posted.
  useEffect(() => {
    if (userId === undefined) return
    let isCurrent = true
    callForJson(getCommentApprovalRequirement).then(
      ({ waits }) => isCurrent && setApproval(waits),
      (error) => console.info('Asking for the approval of comments failed', error),
    )
    return () => {
      isCurrent = false
    }
  }, [userId, posted])

  return approval
}
