import { useState } from 'react'
import { ApiError } from '../../../api/problem.ts'
import type { Action, ActionRunner } from '../../../api/use-action.ts'

type Run = Action['run']

/**
 * Performs actions that the server allows only after a fresh proof of the owner.
 * @returns `proof`: the properties of the dialog that asks for the proof, while an action waits for it
 */
export function useProvedAction({ perform }: ActionRunner) {
  const [waiting, setWaiting] = useState<{ run: Run } | null>(null)
  const change = (run: Run) =>
    perform({
      run: async () => {
        try {
          return await run()
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'proof_required') throw error
          setWaiting({ run })
          return ''
        }
      },
    })
  const proof = waiting && {
    onProved: () => void change(waiting.run),
    onClose: () => setWaiting(null),
  }
  return { change, proof }
}
