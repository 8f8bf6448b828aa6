import type { ErrorGroup } from '#contract/reports.ts'

/** Tags for the side and the state of an error. */
export function ErrorTags({ error }: { error: ErrorGroup }) {
  return (
    <span className="tags">
      <span className="tag" data-kind="role">
        {error.side === 'browser' ? 'Browser' : 'Server'}
      </span>
      {error.state !== 'open' && <span className="tag">{error.state === 'muted' ? 'Muted' : 'Resolved'}</span>}
    </span>
  )
}
