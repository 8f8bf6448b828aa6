import { deleteNotice } from '#contract/notices.ts'
import { api } from '../../../api/call-api.ts'
import { Link } from '../../../kit/link.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { StepContents, StepProps } from './step-content.ts'

function SampleNotice({ findings: { sampleId: id }, action, recheck }: StepProps) {
  if (!id)
    return (
      <p>
        The sample is gone. You write notices of your own at <Link to="/desk/notices">Notices</Link>.
      </p>
    )
  const remove = () =>
    action.perform({
      run: async () => {
        await api(deleteNotice, { params: { id } })
        await recheck()
      },
      done: 'The sample notice is deleted.',
    })
  return (
    <>
      <p>
        Delete it here, or write your own words into it at <Link to="/desk/notices">Notices</Link>.
      </p>
      <QuietButton kind="main" busy={action.busy} onClick={remove}>
        Delete the sample notice
      </QuietButton>
    </>
  )
}

export const steps: StepContents = {
  sampleNotice: {
    title: 'Delete the sample notice',
    cost: () => 'Every page welcomes its readers to “your new site”.',
    How: SampleNotice,
  },
}
