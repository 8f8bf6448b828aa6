import { type ComponentType, useEffect, useState } from 'react'
import { ApiError } from '../../api/problem.ts'
import type { OwnerProofDialogProps } from './owner-proof-dialog.tsx'

/**
 * Makes a call. When the server requires a new proof that the account belongs to the user, asks for this proof and
 * repeats the call.
 */
export type RunWithOwnerProof = <T>(call: () => Promise<T>) => Promise<T>

interface WaitingCall {
  ProofDialog: ComponentType<OwnerProofDialogProps>
  onProved: () => void
  onCancelled: () => void
}

/**
 * Lets calls ask the user to prove again that the account belongs to them. A call waits for the proof and is then
 * repeated. When the user cancels the proof, the call fails with the server's refusal.
 * @param reason a sentence that explains why the site asks
 * @returns `withProof`, and `dialog`, which the page must render outside its forms
 */
export function useOwnerProofDialog(reason: string) {
  const [waiting, setWaiting] = useState<WaitingCall | null>(null)
  // Leaving the page while the dialog is open cancels the proof. After a finished proof, this has no effect.
  useEffect(() => waiting?.onCancelled, [waiting])

  const withProof: RunWithOwnerProof = async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'proof_required') throw error
      // The dialog is loaded only when it is needed, so that pages for reading stay small.
      const { OwnerProofDialog } = await import('./owner-proof-dialog.tsx')
      await new Promise<void>((resolve, reject) =>
        setWaiting({ ProofDialog: OwnerProofDialog, onProved: resolve, onCancelled: () => reject(error) }),
      )
      return call()
    }
  }
  const dialog = waiting && (
    <waiting.ProofDialog reason={reason} onProved={waiting.onProved} onClose={() => setWaiting(null)} />
  )
  return { withProof, dialog }
}
