import { useQuery } from '@tanstack/react-query'
import type { PersonRecordEntry, RecordKind, PersonRecordGroup as RecordsOfKind } from '#contract/person-records.ts'
import { Link } from '../../../kit/link.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { deskQueries } from '../queries.ts'

const titles: Record<RecordKind, string> = {
  session: 'Sessions',
  comment: 'Comments',
  order: 'Orders',
  mail: 'Mails',
  error: 'Errors they met',
}

/** The latest records that the site has about a person, by kind. */
export function PersonRecords({ id }: { id: string }) {
  const query = useQuery(deskQueries.personRecords(id))
  return (
    <section className="card-part" aria-labelledby="records">
      <h3 id="records">Theirs</h3>
      <QueryContent query={query} loading={<p className="soft">Loading what is theirs …</p>}>
        {({ records, damaged }) => {
          const some = records.filter(({ count }) => count > 0)
          return (
            <>
              <DamagedRowsNote rows={damaged} />
              {some.length === 0 && <p className="soft">Nothing yet.</p>}
              {some.map((one) => (
                <RecordList key={one.kind} {...one} />
              ))}
            </>
          )
        }}
      </QueryContent>
    </section>
  )
}

function RecordList({ kind, count, latest }: RecordsOfKind) {
  const left = count - latest.length
  return (
    <section className="stack person-records" data-gap="small" aria-label={titles[kind]}>
      <h4 className="small-heading">
        {titles[kind]} <span className="soft">{count}</span>
      </h4>
      <ul className="list">
        {latest.map((record) => (
          <Record key={record.id} {...record} />
        ))}
      </ul>
      {left > 0 && <p className="soft">and {left} older</p>}
    </section>
  )
}

const Record = ({ at, title, text, to }: PersonRecordEntry) => (
  <li>
    <p>
      {to === null ? title : <Link to={to}>{title}</Link>}{' '}
      <span className="soft">
        {text && <span className="person-record-text">{text}</span>} <RelativeTime at={at} />
      </span>
    </p>
  </li>
)
