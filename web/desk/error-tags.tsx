import type { ErrorGroup } from '#contract/reports.ts'

/** What is worth knowing of an error at a glance. */
export function ErrorTags({ error }: { error: ErrorGroup }) {
  return (
    <span className="desk-tags">
      <span className="desk-tag" data-kind="role">
        {error.side === 'browser' ? 'Browser' : 'Server'}
      </span>
      {error.state !== 'open' && <span className="desk-tag">{error.state === 'muted' ? 'Muted' : 'Resolved'}</span>}
    </span>
  )
}
