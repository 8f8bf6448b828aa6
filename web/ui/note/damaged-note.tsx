import type { DamagedRows } from '#contract/damaged-rows.ts'
import '../ui.css'

/**
 * Lists the ids of damaged rows that the site cannot show, so that nobody believes that they were deleted.
 * @param kind the singular and the plural name of the rows, such as "order" and "orders"
 */
export function DamagedRowsNote({
  rows = [],
  kind: [one, several] = ['entry', 'entries'],
}: {
  rows: DamagedRows
  kind?: [one: string, several: string]
}) {
  if (rows.length === 0) return null
  return (
    <div className="note" data-kind="grave" role="alert">
      <p>
        {rows.length} {rows.length === 1 ? one : several} cannot be shown, because something in the database is wrong.
        The error has been reported. Give {rows.length === 1 ? 'this number' : 'these numbers'} to whoever runs the
        site: {rows.map(({ id }) => id).join(', ')}
      </p>
    </div>
  )
}
