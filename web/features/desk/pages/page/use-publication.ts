import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type PageDraft, publishPage } from '#contract/authoring.ts'
import { callForReply } from '../../../../api/call-api.ts'
import { ApiError, type Problem } from '../../../../api/problem.ts'
import type { RunWithOwnerProof } from '../../../../ui/form/use-owner-proof.tsx'
import { authoringQueries } from '../queries.ts'

/** The interval at which the state of a running publication is fetched. */
const POLL_MS = 1_000

/**
 * Publishes a draft, and follows the build until it ends.
 * @param onDone called once when the page is published; `warning` says what went wrong after that, or is empty
 */
export function usePublication(withProof: RunWithOwnerProof, onDone: (warning: string) => void) {
  const client = useQueryClient()
  const options = authoringQueries.publication()
  /** The id of the draft that is being published; null when none is. */
  const [draftId, setDraftId] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { data } = useQuery({
    ...options,
    enabled: draftId !== null,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? POLL_MS : false),
  })
  const own = draftId !== null && data?.draftId === draftId ? data : null
  // The server publishes one draft at a time. When it is publishing another draft, this draft is done.
  const isDone = draftId !== null && data !== undefined && (own === null || own.state === 'done')
  const warning = own?.warning ?? ''
  const latest = useRef(onDone)
  latest.current = onDone
  useEffect(() => {
    if (!isDone) return
    setDraftId(null)
    latest.current(warning)
  }, [isDone, warning])

  return {
    isRunning: own?.state === 'running',
    step: own?.step ?? '',
    /** Why the page could not be published, by line of its source. */
    problems: own?.state === 'failed' ? own.problems : [],
    problem,
    /** Forgets why the page could not be published. */
    onClose: () => {
      setDraftId(null)
      setProblem(null)
    },
    /** Starts to publish a draft. */
    publish: async ({ id, version }: PageDraft): Promise<void> => {
      setProblem(null)
      try {
        const begun = await withProof(() => callForReply(publishPage, { params: { id }, body: { version } }))
        client.setQueryData(options.queryKey, begun)
        setDraftId(id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setProblem(error)
      }
    },
  }
}
