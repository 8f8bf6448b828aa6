import type { ErrorGroup } from '#contract/reports.ts'
import { Tags } from '../../../ui/tag.tsx'

/** Tags for the side and the state of an error. */
export const ErrorTags = ({ error: { side, state } }: { error: ErrorGroup }) => (
  <Tags
    tags={[
      [side === 'browser' ? 'Browser' : 'Server', 'role'],
      state !== 'open' && [state === 'muted' ? 'Muted' : 'Resolved'],
    ]}
  />
)
