import type { Reply } from '#contract/endpoint.ts'
import type { ErrorState, listErrors } from '#contract/reports.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { When } from '../../../kit/when.tsx'
import { Outcome } from '../../../ui/note/outcome.tsx'
import { ChoiceChips } from '../lists/choice-chips.tsx'
import { DeskPage } from '../lists/desk-page.tsx'
import { ListRows } from '../lists/list-rows.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { SplitView } from '../lists/split-view.tsx'
import { useListAddress } from '../lists/use-list-address.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries, deskQueryKeys } from '../queries.ts'
import { ErrorDetail } from './error-detail.tsx'
import { ErrorTags } from './error-tags.tsx'
import './errors.css'

type Page = Reply<typeof listErrors>
type Filter = ErrorState | 'all'

const emptyMessages: Record<Filter, string> = {
  open: 'No open errors. What breaks on a page or on the server shows here.',
  resolved: 'No error is resolved.',
  muted: 'No error is muted.',
  all: 'No error has been reported in the last 90 days.',
}

const filterNames = Object.keys(emptyMessages) as Filter[]

/** The desk page of errors. The query of the address holds the search and the filter, the fragment the open error. */
export function Screen() {
  const { filter: shown, search, typed, setTyped, choose, chosen, close } = useListAddress(filterNames, 'open', 'state')
  const action = useAction()

  const list = usePagedList(deskQueries.errors({ search, state: shown }), (first, more) => ({
    ...more,
    errors: [...first.errors, ...more.errors],
  }))
  const { data } = list

  useLiveInvalidation(deskQueryKeys.all('errors'), 'errorsChanged')

  const numbered = (name: string, count: number | undefined) => (count ? `${name} (${count})` : name)

  return (
    <DeskPage at="/desk/errors" title="Errors">
      {data?.passedOn && (
        <p className="work-lead">
          Reports are passed on to the service behind <code>SENTRY_DSN</code> and are not kept here. What stands below
          is from before.
        </p>
      )}
      <SplitView
        chosen={chosen}
        className="errors-split"
        list={
          <>
            <search className="stack desk-search">
              <SearchField label="Find by what it says or where it was thrown" typed={typed} onType={setTyped} />
              <ChoiceChips
                names={{
                  open: numbered('Open', data?.counts.open),
                  resolved: numbered('Resolved', data?.counts.resolved),
                  muted: numbered('Muted', data?.counts.muted),
                  all: 'All',
                }}
                chosen={shown}
                onChoose={choose}
              />
            </search>
            <ListRows list={list} summary={(page) => summarise(page, search, shown)}>
              {({ errors }) =>
                errors.map((error) => (
                  <Row key={error.id}>
                    {() => (
                      <li>
                        <a href={`#${error.id}`} aria-current={error.id === chosen || undefined}>
                          <span className="row-words">
                            <b>{error.title}</b>
                            {error.place && <code className="error-place">{error.place}</code>}
                            <ErrorTags error={error} />
                            <span className="soft">
                              {error.count === 1 ? (
                                <>
                                  Once, <When at={error.lastSeenAt} />
                                </>
                              ) : (
                                <>
                                  {error.count.toLocaleString('en')} times, last <When at={error.lastSeenAt} />, first{' '}
                                  <When at={error.firstSeenAt} />
                                </>
                              )}
                              {error.lastRelease && (
                                <>
                                  , in <code>{error.lastRelease}</code>
                                </>
                              )}
                            </span>
                          </span>
                        </a>
                      </li>
                    )}
                  </Row>
                ))
              }
            </ListRows>
          </>
        }
      >
        {chosen ? (
          <ErrorDetail key={chosen} id={chosen} action={action} onClose={close} />
        ) : (
          <p className="soft empty">Choose an error to see where it came from.</p>
        )}
      </SplitView>
      <Outcome {...action} />
    </DeskPage>
  )
}

function summarise({ errors, next }: Page, search: string, shown: Filter): string {
  if (errors.length === 0) return search ? `No such error says “${search}”.` : emptyMessages[shown]
  if (next) return `The latest ${errors.length} errors`
  return errors.length === 1 ? '1 error' : `${errors.length} errors`
}
