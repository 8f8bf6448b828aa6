import { useState } from 'react'
import { ApiError } from '../../api/problem.ts'
import type { Action, ActionRunner } from '../../api/use-action.ts'
import { ProofDialog } from './proof-dialog.tsx'

/**
 * Performs actions that the server allows only after a fresh proof of the owner.
 * @param reason why the site asks, as a sentence
 * @returns `dialog`: asks for the proof while an action waits for it; the page shows it in any place
 */
export function useProvedAction({ perform }: ActionRunner, reason: string) {
  const [waiting, setWaiting] = useState<Action | null>(null)
  const performProved = (action: Action) =>
    perform({
      ...action,
      run: async () => {
        try {
          return await action.run()
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'proof_required') throw error
          setWaiting(action)
          // Replaces the message of a success.
          return ''
        }
      },
    })
  const dialog = waiting && (
    <ProofDialog reason={reason} onProved={() => void performProved(waiting)} onClose={() => setWaiting(null)} />
  )
  return { performProved, dialog }
}
