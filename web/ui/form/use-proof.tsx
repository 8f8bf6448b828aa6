import { type ComponentType, useEffect, useState } from 'react'
import { ApiError } from '../../api/problem.ts'
import type { ProofDialogProps } from './proof-dialog.tsx'

/**
 * Makes a call. When the server requires a fresh proof of the account's owner, asks for the proof and repeats the call.
 */
export type WithProof = <T>(call: () => Promise<T>) => Promise<T>

interface WaitingCall {
  ProofDialog: ComponentType<ProofDialogProps>
  onProved: () => void
  onCancelled: () => void
}

/**
 * Asks for a fresh proof of the account's owner while a call waits. When the proof is cancelled, the call fails with
 * the server's refusal.
 * @param reason a sentence that explains why the site asks
 * @returns `withProof`, and `dialog`, which the page must render outside its forms
 */
export function useProof(reason: string) {
  const [waiting, setWaiting] = useState<WaitingCall | null>(null)
  // Leaving the page while the dialog is open cancels the proof. After a finished proof, this has no effect.
  useEffect(() => waiting?.onCancelled, [waiting])

  const withProof: WithProof = async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'proof_required') throw error
      // The dialog is loaded only when it is needed, so that pages for reading stay small.
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
