import { QueryContent } from '../../../ui/note/query-content.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListEnd } from '../lists/list-rows.tsx'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries } from '../queries.ts'
import { LogEntries } from './log-entries.tsx'

/** The desk page of the log: all actions at the desk and on the command line, newest first. */
export function Screen() {
  const list = usePagedList(deskQueries.log())
  return (
    <DeskPageFrame at="/desk/log" title="Log">
      <p className="work-lead">Who did what with the rights of an admin. Nothing here can be changed.</p>
      <QueryContent query={list} loading={<p className="soft">Loading the log …</p>}>
        {({ rows }) => (
          <section className="card" aria-label="Entries">
            <LogEntries entries={rows} emptyMessage="Nothing has been done yet." />
            <ListEnd {...list.more} />
          </section>
        )}
      </QueryContent>
    </DeskPageFrame>
  )
}
