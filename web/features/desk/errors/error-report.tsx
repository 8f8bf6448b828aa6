import type { ErrorEvent, ErrorGroup } from '#contract/reports.ts'
import { Link } from '../../../kit/link.tsx'
import { When } from '../../../kit/when.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { StackTrace } from './stack-trace.tsx'

/** One report of an error: exceptions with stack traces, user, page, client and breadcrumbs. */
export function ErrorReport({ event, error }: { event: ErrorEvent; error: ErrorGroup }) {
  return (
    <>
      <FactList
        facts={[
          ['When', <When key="when" at={event.at} />],
          ['Where', event.url || 'Not known'],
          [
            'Who',
            event.user ? (
              <>
                <Link to={`/desk/people#${event.user.id}`}>{event.user.name}</Link>{' '}
                <span className="soft">{event.user.email}</span>
              </>
            ) : (
              'Nobody who was logged in'
            ),
          ],
          event.client !== '' && ['With', event.client],
          ['Release', <code key="release">{event.release || 'not known'}</code>],
          [
            'Seen',
            <>
              {error.count === 1 ? 'once' : `${error.count.toLocaleString('en')} times`}, first{' '}
              <When at={error.firstSeenAt} /> in <code>{error.firstRelease || 'an unknown release'}</code>, last{' '}
              <When at={error.lastSeenAt} />
            </>,
          ],
        ]}
      />
      {event.exceptions.map((exception, place) => (
        <section key={place} className="card-part" aria-label={place === 0 ? 'What was thrown' : 'What caused it'}>
          <h3>
            {place > 0 && <span className="soft">Caused by </span>}
            {exception.type}
            {exception.message && `: ${exception.message}`}
          </h3>
          <StackTrace frames={exception.frames} />
        </section>
      ))}
      {event.breadcrumbs.length > 0 && (
        <section className="card-part" aria-labelledby="before">
          <h3 id="before">What happened before</h3>
          <ol className="stack error-breadcrumbs" data-gap="small">
            {event.breadcrumbs.map(({ at, category, message }, place) => (
              <li key={place}>
                <span className="soft">{at === null ? '' : `${secondsBefore(event.at, at)} s`}</span>
                <b>{category}</b>
                <span>{message}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** Returns the seconds between a breadcrumb and the error, such as “−1.5”. */
const secondsBefore = (error: number, breadcrumb: number) => `−${(Math.max(error - breadcrumb, 0) / 1000).toFixed(1)}`
