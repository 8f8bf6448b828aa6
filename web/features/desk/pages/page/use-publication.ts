import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type PageDraft, publishPage } from '#contract/authoring.ts'
import { callForJson } from '../../../../api/call-api.ts'
import { useAction } from '../../../../api/use-action.ts'
import type { RunWithOwnerProof } from '../../../../ui/form/use-owner-proof-dialog.tsx'
import { authoringQueries } from '../queries.ts'

/** The interval at which the state of a running publication is fetched. */
const POLL_MS = 1_000

/**
 * Publishes a draft, and follows the build until it ends.
 * @param onDone called once when the page is published; `warning` describes a problem after the publication, or is
 *   empty
 */
export function usePublication(withProof: RunWithOwnerProof, onDone: (warning: string) => void) {
  const client = useQueryClient()
  /** The publication that this editor has started; null when there is none. */
  const [id, setId] = useState<string | null>(null)
  // Performs one action at a time, so the second press of a double click does nothing.
  const beginning = useAction()
  const { data } = useQuery({
    ...authoringQueries.publication(id ?? ''),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? POLL_MS : false),
  })
  const isDone = data?.state === 'done'
  const warning = data?.warning ?? ''
  const tellDone = useEffectEvent(onDone)
  useEffect(() => {
    if (!isDone) return
    setId(null)
    tellDone(warning)
  }, [isDone, warning])

  const isRunning = beginning.busy || data?.state === 'running'

  return {
    isRunning,
    step: data?.step ?? '',
    /** Why the page could not be published, by line of its source. */
    problems: data?.state === 'failed' ? data.problems : [],
    /** Why the publication was refused; null when it was not refused. */
    problem: beginning.message?.problem ?? null,
    /** Removes the problems of the last publication. */
    onClose: () => {
      setId(null)
      beginning.clearMessage()
    },
    /**
     * Starts to publish a draft. Does nothing while a publication runs.
     * @param saveDraft saves and returns the draft; null when it could not be saved
     */
    publish: async (saveDraft: () => Promise<PageDraft | null>): Promise<void> => {
      if (isRunning) return
      setId(null)
      await beginning.perform({
        run: async () => {
          const draft = await saveDraft()
          if (!draft) return
          const request = { params: { id: draft.id }, body: { version: draft.version } }
          const begun = await withProof(() => callForJson(publishPage, request))
          client.setQueryData(authoringQueries.publication(begun.id).queryKey, begun)
          setId(begun.id)
        },
      })
    },
  }
}
