import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import type { getStatistics, TopListKind, TopListRow } from '#contract/statistics.ts'
import { Link } from '../../../kit/link.tsx'
import { RadioChips } from '../../../ui/form/radio-chips.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { StatList } from '../../../ui/stat-list.tsx'
import { StatTable } from '../../../ui/stat-table.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { deskQueries } from '../queries.ts'
import { formatEndShareAndMeanTime } from './visit-figures.ts'
import { VisitsChart } from './visits-chart.tsx'
import './readers.css'

type Figures = SuccessReplyBody<typeof getStatistics>

const ranges = [
  ['30', '30 days'],
  ['365', 'A year'],
] as const

/** The desk page of visits and readers. The query of the URL holds the range of days and the chosen page. */
export function Screen() {
  const address = new URLSearchParams(useLocation().search)
  const navigate = useNavigate()
  const days = address.get('days') === '365' ? '365' : '30'
  const page = address.get('page') ?? undefined
  const query = useQuery(deskQueries.statistics(days, page))

  return (
    <DeskPageFrame at="/desk/readers" title="Readers">
      <p className="work-lead">
        Counted without cookies, when a reader leaves a page. Robots, admins, and browsers that ask not to be tracked
        are left out. A day is a day of UTC.
      </p>
      <RadioChips
        legend="Time"
        options={ranges}
        chosen={days}
        onChoose={(range) => navigate(`?${pageAddress(page, range)}`, { replace: true })}
      />
      <QueryContent query={query} loading={<p role="status">Adding up …</p>}>
        {(figures) => <FigureCards figures={figures} days={days} page={page} />}
      </QueryContent>
    </DeskPageFrame>
  )
}

const pageAddress = (page: string | undefined, days: string) =>
  new URLSearchParams({ ...(days === '365' && { days }), ...(page !== undefined && { page }) })

function FigureCards({ figures, days, page }: { figures: Figures; days: string; page: string | undefined }) {
  const { total, names } = figures
  const [toTheEnd, time] = formatEndShareAndMeanTime(total)
  const facts = [
    ['Readers', total.readers.toLocaleString('en')],
    ['Visits', total.visits.toLocaleString('en')],
    ['Read to the end', toTheEnd],
    ['Time of a visit', time],
  ] as const
  return (
    <div className="columns readers">
      <section className="card whole-row" aria-labelledby="readers-days">
        <h2 id="readers-days">{page === undefined ? 'The whole site' : <Link to={page}>{page}</Link>}</h2>
        {page !== undefined && (
          <p>
            <Link to={`/desk/readers?${pageAddress(undefined, days)}`}>All pages</Link>
          </p>
        )}
        <StatList facts={facts} />
        <VisitsChart key={days} days={figures.days} />
        <p className="soft">Somebody who comes back on another day is counted as a reader of that day, too.</p>
      </section>
      {page === undefined && (
        <section className="card whole-row readers-pages" aria-labelledby="readers-pages">
          <h2 id="readers-pages">Pages</h2>
          {figures.pages.length === 0 ? (
            <p className="soft">Nobody has read a page yet.</p>
          ) : (
            <StatTable
              head={['Page', 'Readers', 'Visits', 'To the end', 'Time']}
              rows={figures.pages.map((row) => [
                <Link key="page" to={`/desk/readers?${pageAddress(row.path, days)}`}>
                  {row.title}
                </Link>,
                row.readers,
                row.visits,
                ...formatEndShareAndMeanTime(row),
              ])}
            />
          )}
        </section>
      )}
      {lists
        .filter(({ kind }) => page === undefined || kind !== 'search')
        .map(({ kind, title, head, empty, note }) => (
          <section key={kind} className="card" aria-labelledby={`readers-${kind}`}>
            <h2 id={`readers-${kind}`}>{title}</h2>
            {names[kind].length === 0 ? (
              <p className="soft">{empty}</p>
            ) : (
              <StatTable
                head={[head, 'Times']}
                rows={names[kind].map((row) => [<Name key="name" row={row} note={note} />, row.count])}
              />
            )}
          </section>
        ))}
    </div>
  )
}

const Name = ({ row: { name, page }, note }: { row: TopListRow; note?: string | undefined }): ReactNode => (
  <>
    {name}
    {note && page && (
      <span className="soft">
        {' '}
        {note} {page}
      </span>
    )}
  </>
)

interface NameList {
  kind: TopListKind
  title: string
  head: string
  empty: string
  /**
   * The word, such as “from”, before the link to the page of the row. The rows of a list without this word have no link.
   */
  note?: string
}

const lists: NameList[] = [
  { kind: 'referrer', title: 'Where from', head: 'Site', empty: 'No other site has led here.' },
  { kind: 'search', title: 'Searched and not found', head: 'Words', empty: 'Every search has found something.' },
  {
    kind: 'missing',
    title: 'Links to nowhere',
    head: 'Address',
    empty: 'Nobody has opened an address that has no page.',
    note: 'from',
  },
  { kind: 'picture', title: 'Broken pictures', head: 'Picture', empty: 'Every picture has loaded.', note: 'on' },
]
