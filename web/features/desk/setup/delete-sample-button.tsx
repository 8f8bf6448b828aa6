import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { StepProps } from './step-content.ts'

interface DeleteSampleButtonProps extends Pick<StepProps, 'action' | 'recheck'> {
  /** The name of the sample, such as `kitchen`. */
  name: string
  remove: () => Promise<unknown>
}

/** The button that deletes a sample, as the action of a setup step. */
export function DeleteSampleButton({ name, remove, action, recheck }: DeleteSampleButtonProps) {
  const run = async () => {
    await remove()
    await recheck()
  }
  return (
    <QuietButton
      kind="main"
      busy={action.busy}
      onClick={() => action.perform({ run, done: `The sample ${name} is deleted.` })}
    >
      Delete the sample {name}
    </QuietButton>
  )
}
