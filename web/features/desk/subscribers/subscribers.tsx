import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { exportSubscribers, removeSubscriber, type Subscriber, type SubscriberState } from '#contract/newsletter.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { saveFile } from '../../../device/save-file.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { StateText } from '../../../ui/tag.tsx'
import { DeskPageFrame, DeskSection } from '../lists/desk-page.tsx'
import { ListFilter } from '../lists/list-filter.tsx'
import { formatRowCount, ListRows } from '../lists/list-rows.tsx'
import { type ListFilterLabels, useListUrl } from '../lists/use-list-url.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries, toDeskQueryKey } from '../queries.ts'
import { ImportForm } from './import-form.tsx'
import './subscribers.css'

/** The interval at which the figures are fetched while mails have not been sent yet. */
const POLL_MS = 10_000

const filters: ListFilterLabels<'all' | SubscriberState> = {
  all: ['All', 'Nobody has subscribed yet.'],
  active: ['Active', 'Nobody gets new pages by mail.'],
  unsubscribed: ['Unsubscribed', 'Nobody has unsubscribed.'],
  bounced: ['Refused', 'No mail server has refused an address.'],
}

/** The desk page of subscribers: the mails about each page, the list, and its import and export. */
export function Screen() {
  const client = useQueryClient()
  const address = useListUrl(filters, 'all', 'state')
  const list = usePagedList(deskQueries.subscribers({ state: address.filter, search: address.search }))
  const action = useAction()
  const { withProof, dialog } = useOwnerProofDialog('An address that is removed cannot be brought back.')
  const { data } = list
  const refresh = () => void client.invalidateQueries({ queryKey: toDeskQueryKey('subscribers') })

  const remove = ({ id, email }: Subscriber) =>
    action.perform({
      run: async () => {
        await withProof(() => callForJson(removeSubscriber, { params: { id } }))
        list.removeRow(id)
        refresh()
      },
      done: `${email} is forgotten.`,
    })
  const download = () =>
    action.perform({
      run: async () => {
        const { csv } = await callForJson(exportSubscribers)
        saveFile(new Blob([csv], { type: 'text/csv' }), 'subscribers.csv')
      },
      done: 'The list is in your downloads, as subscribers.csv.',
    })

  return (
    <DeskPageFrame at="/desk/subscribers" title="Subscribers">
      {data && !data.smtp && (
        <p className="work-lead">
          No mail server is set up, so nobody can subscribe and new pages are not mailed. Set <code>SMTP_URL</code> and
          start the site again.
        </p>
      )}
      <div className="columns desk-columns">
        <DeskSection id="mailed-pages" title="Mailed pages" subject="programming">
          <MailedPages />
        </DeskSection>
        <DeskSection id="list-file" title="List as a file" subject="projects">
          <div className="card">
            <QuietButton busy={action.busy} onClick={download}>
              Save the list as CSV
            </QuietButton>
            <ImportForm onImported={refresh} />
          </div>
        </DeskSection>
      </div>
      <section className="stack subscriber-list" aria-labelledby="all-subscribers">
        <h2 id="all-subscribers" className="bar gem-heading" data-subject="gaming">
          {data ? formatCountWithNoun(data.counts.active, 'active subscriber', 'active subscribers') : 'Subscribers'}
        </h2>
        <ListFilter {...address} counts={data?.counts} searchLabel="Search addresses" />
        <ActionOutcome {...action} />
        <ListRows
          list={list}
          summary={(page) =>
            page.rows.length > 0
              ? formatRowCount(page, 'address', 'addresses')
              : address.search
                ? 'No address matches.'
                : address.emptyMessage
          }
        >
          {(subscriber) => (
            <li className="row">
              <span className="row-words">
                <b>{subscriber.email}</b>
                <SubscriberStateText subscriber={subscriber} />
              </span>
              <ConfirmButton
                label="Remove"
                about={subscriber.email}
                question={`Forget ${subscriber.email}? It gets no more mails, and can be imported again.`}
                confirm="Remove the address"
                busy={action.busy}
                onConfirm={() => remove(subscriber)}
              />
            </li>
          )}
        </ListRows>
      </section>
      {dialog}
    </DeskPageFrame>
  )
}

const sources = { form: 'by the form', account: 'with an account', import: 'imported' }

function SubscriberStateText({ subscriber }: { subscriber: Subscriber }) {
  const { state, frequency, source, createdAt, changedAt, lastError } = subscriber
  if (state === 'unsubscribed')
    return (
      <StateText kind="plain">
        Unsubscribed <RelativeTime at={changedAt} />
      </StateText>
    )
  if (state === 'bounced') return <StateText kind="grave">Refused{lastError && `: ${lastError}`}</StateText>
  return (
    <StateText kind={lastError ? 'asks' : 'good'}>
      {frequency === 'weekly' ? 'Weekly' : 'At once'}, {sources[source]} <RelativeTime at={createdAt} />
      {lastError && `. The last mail failed: ${lastError}`}
    </StateText>
  )
}

function MailedPages() {
  const query = useQuery({
    ...deskQueries.announcedPages(),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ left }) => left > 0) ? POLL_MS : false),
  })
  return (
    <QueryContent query={query} loading={<p className="soft">Loading the pages …</p>}>
      {({ pages }) =>
        pages.length === 0 ? (
          <p className="card">No page has been mailed yet. A page that you publish from now on is.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be a landmark.
          <div className="card mailed-pages" role="group" tabIndex={0} aria-label="Mails about each page">
            <table>
              <thead>
                <tr>
                  <th scope="col">Page</th>
                  <th scope="col">Sent</th>
                  <th scope="col">Failed</th>
                  <th scope="col">Left</th>
                </tr>
              </thead>
              <tbody>
                {pages.map(({ id, title, path, announcedAt, sent, failed, left }) => (
                  <tr key={id}>
                    <th scope="row">
                      <a href={path}>{title}</a>
                      <span className="soft">
                        <RelativeTime at={announcedAt} />
                      </span>
                    </th>
                    <td>{sent}</td>
                    <td>{failed}</td>
                    <td>{left}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </QueryContent>
  )
}
