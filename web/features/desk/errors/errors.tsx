import type { ErrorState } from '#contract/reports.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { formatRowCount, ListRows, RowLink } from '../lists/list-rows.tsx'
import { SplitView } from '../lists/split-view.tsx'
import { type ListFilterLabels, useListUrl } from '../lists/use-list-url.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries, toDeskQueryKey } from '../queries.ts'
import { ErrorDetail, ErrorSideAndState } from './error-detail.tsx'
import './errors.css'

const filters: ListFilterLabels<ErrorState | 'all'> = {
  open: ['Open', 'No open errors. What breaks on a page or on the server shows here.'],
  resolved: ['Resolved', 'No error is resolved.'],
  muted: ['Muted', 'No error is muted.'],
  all: ['All', 'No error has been reported in the last 90 days.'],
}

/**
 * The desk page of errors. The query of the URL holds the search and the filter. The fragment holds the id of the open
 * error.
 */
export function Screen() {
  const address = useListUrl(filters, 'open', 'state')
  const { filter, search, chosen, close } = address
  const action = useAction()
  const list = usePagedList(deskQueries.errors({ search, state: filter }))
  useLiveInvalidation(toDeskQueryKey('errors'), 'errorsChanged')
  const emptyMessage = search ? `No such error says “${search}”.` : address.emptyMessage

  return (
    <DeskPageFrame at="/desk/errors" title="Errors">
      {list.data?.passedOn && (
        <p className="work-lead">
          Reports are passed on to the service behind <code>SENTRY_DSN</code> and are not kept here. What stands below
          is from before.
        </p>
      )}
      <SplitView
        chosen={chosen}
        hint="Choose an error to see where it came from."
        className="errors-split"
        list={
          <>
            <ListFilter
              {...address}
              counts={list.data?.counts}
              searchLabel="Find by what it says or where it was thrown"
            />
            <ListRows
              list={list}
              summary={(page) => (page.rows.length === 0 ? emptyMessage : formatRowCount(page, 'error', 'errors'))}
            >
              {(error) => (
                <li>
                  <RowLink to={`#${error.id}`}>
                    <b>{error.title}</b>
                    {error.place && <code className="error-place">{error.place}</code>}
                    <ErrorSideAndState error={error} />
                    <span className="soft">
                      {error.count === 1 ? 'Once, ' : `${error.count.toLocaleString('en')} times, last `}
                      <RelativeTime at={error.lastSeenAt} />
                      {error.count > 1 && (
                        <>
                          , first <RelativeTime at={error.firstSeenAt} />
                        </>
                      )}
                      {error.lastRelease && (
                        <>
                          , in <code>{error.lastRelease}</code>
                        </>
                      )}
                    </span>
                  </RowLink>
                </li>
              )}
            </ListRows>
          </>
        }
      >
        <ErrorDetail key={chosen} id={chosen} action={action} onClose={close} />
      </SplitView>
      <ActionOutcome {...action} />
    </DeskPageFrame>
  )
}
