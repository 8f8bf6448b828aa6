import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { StepProps } from './step-content.ts'

interface DeleteSampleButtonProps extends Pick<StepProps, 'action' | 'recheck'> {
  name: 'kitchen' | 'notice'
  remove: () => Promise<unknown>
}

/** The button that deletes a sample, as the action of a setup step. The owner of the account confirms it. */
export function DeleteSampleButton({ name, remove, action, recheck }: DeleteSampleButtonProps) {
  const { withProof, dialog } = useOwnerProofDialog(`A deleted ${name} cannot be brought back.`)
  const run = async () => {
    await withProof(remove)
    await recheck()
  }
  return (
    <>
      <QuietButton
        kind="main"
        busy={action.busy}
        onClick={() => action.perform({ run, done: `The sample ${name} is deleted.` })}
      >
        Delete the sample {name}
      </QuietButton>
      {dialog}
    </>
  )
}
