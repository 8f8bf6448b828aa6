import { deleteNotice } from '#contract/notices.ts'
import { callForJson } from '../../../api/call-api.ts'
import { Link } from '../../../kit/link.tsx'
import { DeleteSampleButton } from './delete-sample-button.tsx'
import type { StepContentByName, StepProps } from './step-content.ts'

function SampleNotice({ findings: { sampleId: id }, ...rest }: StepProps) {
  if (!id)
    return (
      <p>
        The sample is gone. You write notices of your own at <Link to="/desk/notices">Notices</Link>.
      </p>
    )
  return (
    <>
      <p>
        Delete it here, or write your own words into it at <Link to="/desk/notices">Notices</Link>.
      </p>
      <DeleteSampleButton name="notice" remove={() => callForJson(deleteNotice, { params: { id } })} {...rest} />
    </>
  )
}

export const steps: StepContentByName = {
  sampleNotice: {
    title: 'Delete the sample notice',
    cost: () => 'Every page welcomes its readers to “your new site”.',
    How: SampleNotice,
  },
}
