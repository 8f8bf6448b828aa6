import type { SuccessReplyBody } from '#contract/endpoint.ts'
import type { DeskPushMessage, listDeskPushMessages } from '#contract/push.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { pushTopicTexts } from '../../../ui/push/push-topic-texts.ts'
import { StateText } from '../../../ui/tag.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { ListEnd } from '../lists/list-rows.tsx'
import { usePagedList } from '../lists/use-paged-list.ts'
import { deskQueries } from '../queries.ts'
import './push-ledger.css'

type Page = SuccessReplyBody<typeof listDeskPushMessages>

const platforms: [keyof Page['devices'], string][] = [
  ['web', 'Browsers'],
  ['android', 'Android'],
  ['ios', 'iPhone and iPad'],
]

/** The delivery states in the order in which the page shows them, each with the kind of its tag. */
const deliveryStates: [state: keyof Page['totals'], kind?: string][] = [
  ['accepted', 'good'],
  ['waiting'],
  ['failed', 'grave'],
  ['expired', 'asks'],
]

export function Screen() {
  const list = usePagedList(deskQueries.push())
  return (
    <DeskPageFrame at="/desk/push" title="Push">
      <p className="work-lead">
        What readers were told on their devices in the last thirty days. Accepted means that a push service has taken
        the message; expired, that the device is gone, that its reader gets no such messages any more, that the message
        came too late, or that a later one has replaced it.
      </p>
      <QueryContent query={list} loading={<p className="soft">Loading the messages …</p>}>
        {(data) => (
          <>
            <dl className="columns push-totals">
              {deliveryStates.map(([state, kind]) => (
                <div key={state} className="card">
                  <dt>{state}</dt>
                  <dd className="state" data-kind={data.totals[state] > 0 ? kind : undefined}>
                    {data.totals[state]}
                  </dd>
                </div>
              ))}
            </dl>
            <div className="split push-columns">
              <section className="stack" aria-labelledby="messages">
                <h2 id="messages">Messages</h2>
                {data.rows.length === 0 ? (
                  <p className="empty">
                    Nothing has been sent yet. Replies to comments go out by themselves, and a notice when its form says
                    so.
                  </p>
                ) : (
                  <ul className="rows">
                    {data.rows.map((message) => (
                      <RowErrorBoundary key={message.id}>{() => <Message message={message} />}</RowErrorBoundary>
                    ))}
                  </ul>
                )}
                <ListEnd {...list.more} />
              </section>
              <section className="stack" aria-labelledby="devices">
                <h2 id="devices">Devices</h2>
                <div className="card">
                  <FactList
                    className="push-platforms"
                    facts={platforms.map(([name, label]) => [label, data.devices[name]])}
                  />
                </div>
                <p className={data.firebase ? 'soft' : 'note'}>
                  {data.firebase
                    ? 'Firebase is set up: the app on phones gets messages too.'
                    : 'Firebase is not set up: browsers get messages, the app on phones does not. docs/settings.md says how to set it up.'}
                </p>
              </section>
            </div>
          </>
        )}
      </QueryContent>
    </DeskPageFrame>
  )
}

function Message({ message }: { message: DeskPushMessage }) {
  const { topic, title, body, createdAt, lastError } = message
  const deliveries = deliveryStates.filter(([state]) => message[state] > 0)
  return (
    <li className="row plain-row push-message">
      <span className="row-words">
        <b>{title}</b>
        {body && <span>{body}</span>}
        <span className="row push-fates">
          {deliveries.length === 0 && <StateText>to no device</StateText>}
          {deliveries.map(([state, kind]) => (
            <StateText key={state} kind={kind}>
              {message[state]} {state}
            </StateText>
          ))}
        </span>
        {lastError && <span className="soft">{lastError}</span>}
      </span>
      <span className="tag">{pushTopicTexts[topic]?.name ?? topic}</span>
      <span className="soft row-time">
        <RelativeTime at={createdAt} />
      </span>
    </li>
  )
}
