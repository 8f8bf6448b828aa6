import { type ComponentType, useEffect, useState } from 'react'
import { ApiError } from '../../api/problem.ts'
import type { ProofDialogProps } from './proof-dialog.tsx'

/** Makes a call, and again after the proof when the server requires a fresh proof of the owner. */
export type WithProof = <T>(call: () => Promise<T>) => Promise<T>

interface WaitingCall {
  ProofDialog: ComponentType<ProofDialogProps>
  onProved: () => void
  onCancelled: () => void
}

/**
 * Asks for a fresh proof of the owner while a call waits for it. A cancelled proof fails the call with the server's
 * refusal.
 * @param reason why the site asks, as a sentence
 * @returns `dialog`: the question, which the page shows outside its forms
 */
export function useProof(reason: string) {
  const [waiting, setWaiting] = useState<WaitingCall | null>(null)
  // The page may be left while the dialog is open. After a proof, this changes nothing.
  useEffect(() => waiting?.onCancelled, [waiting])

  const withProof: WithProof = async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'proof_required') throw error
      // Pages for reading load the dialog only when it is needed.
      const { ProofDialog } = await import('./proof-dialog.tsx')
      await new Promise<void>((resolve, reject) =>
        setWaiting({ ProofDialog, onProved: resolve, onCancelled: () => reject(error) }),
      )
      return call()
    }
  }
  const dialog = waiting && (
    <waiting.ProofDialog reason={reason} onProved={waiting.onProved} onClose={() => setWaiting(null)} />
  )
  return { withProof, dialog }
}
