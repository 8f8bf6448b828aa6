import { deleteKitchen } from '#contract/desk-kitchens.ts'
import { callForJson } from '../../../api/call-api.ts'
import { Link } from '../../../kit/link.tsx'
import { DeleteSampleButton } from './delete-sample-button.tsx'
import type { StepContentByName, StepProps } from './step-content.ts'

function SampleKitchen({ findings: { sampleId: vId }, ...rest }: StepProps) {
  if (!vId)
    return (
      <p>
        The sample is gone. You make kitchens for other people at <Link to="/desk/kitchens">Kitchens</Link>.
      </p>
    )
  return (
    <>
      <p>
        Try <Link to="/order">ordering</Link> with it first, if you like. Then delete it here, and make kitchens of your
        own at <Link to="/desk/kitchens">Kitchens</Link>.
      </p>
      <DeleteSampleButton name="kitchen" remove={() => callForJson(deleteKitchen, { params: { vId } })} {...rest} />
    </>
  )
}

export const steps: StepContentByName = {
  sampleKitchen: {
    title: 'Delete the sample kitchen',
    cost: () => 'Visitors can order food from a kitchen that does not exist.',
    How: SampleKitchen,
  },
}
