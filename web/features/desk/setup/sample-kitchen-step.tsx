import { deleteKitchen } from '#contract/desk-kitchens.ts'
import { api } from '../../../api/call-api.ts'
import { Link } from '../../../kit/link.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { StepContents, StepProps } from './step-content.ts'

function SampleKitchen({ findings: { sampleId: vId }, action, recheck }: StepProps) {
  if (!vId)
    return (
      <p>
        The sample is gone. You make kitchens for other people at <Link to="/desk/kitchens">Kitchens</Link>.
      </p>
    )
  const remove = () =>
    action.perform({
      run: async () => {
        await api(deleteKitchen, { params: { vId } })
        await recheck()
      },
      done: 'The sample kitchen is deleted.',
    })
  return (
    <>
      <p>
        Try <Link to="/order">ordering</Link> with it first, if you like. Then delete it here, and make kitchens of your
        own at <Link to="/desk/kitchens">Kitchens</Link>.
      </p>
      <QuietButton kind="main" busy={action.busy} onClick={remove}>
        Delete the sample kitchen
      </QuietButton>
    </>
  )
}

export const steps: StepContents = {
  sampleKitchen: {
    title: 'Delete the sample kitchen',
    cost: () => 'Visitors can order food from a kitchen that does not exist.',
    How: SampleKitchen,
  },
}
