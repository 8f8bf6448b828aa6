import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Overview, Person } from '#contract/desk.ts'
import { site } from '#site'
import { useAction } from '../../api/use-action.ts'
import { formatCount } from '../../kit/format-count.ts'
import { Link } from '../../kit/link.tsx'
import { When } from '../../kit/when.tsx'
import type { Subject } from '../../look/subjects.ts'
import { DamagedNote } from '../../ui/note/damaged-note.tsx'
import { Outcome } from '../../ui/note/outcome.tsx'
import { QueryContent } from '../../ui/note/query-content.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { DeskPage } from './lists/desk-page.tsx'
import { LogEntries } from './log/log-entries.tsx'
import { ApplicationButtons } from './people/application-buttons.tsx'
import { deskQueries } from './queries.ts'
import { SetupLine, SetupSteps } from './setup/setup-steps.tsx'
import { useSetup } from './setup/use-setup.ts'

/** The overview of the desk: the steps of a new site, open tasks and the latest log entries. */
export function Screen() {
  const client = useQueryClient()
  const options = deskQueries.overview()
  const query = useQuery(options)
  const action = useAction()
  const setup = useSetup()
  const decided = ({ id }: Person) => {
    client.setQueryData(
      options.queryKey,
      (overview) =>
        overview && { ...overview, applicants: overview.applicants.filter((applicant) => applicant.id !== id) },
    )
    query.refetch()
  }
  return (
    <DeskPage at="/desk" title="The desk">
      <QueryContent
        query={setup.isLoading ? { ...query, data: undefined } : query}
        loading={<p className="soft">Loading what waits for you …</p>}
      >
        {(overview) => (
          <>
            <SetupSteps {...setup} />
            <p className="work-lead">{summariseWaiting(overview)}</p>
            <DamagedNote rows={overview.damaged} />
            <div className="columns desk-columns">
              <section className="stack" aria-labelledby="applications">
                <h2 id="applications" className="gem-heading">
                  Applications
                </h2>
                {overview.applicants.length === 0 && <p className="card soft">Nobody has asked to become a partner.</p>}
                {overview.applicants.map((person) => (
                  <article key={person.id} className="card">
                    <header className="desk-person">
                      <Avatar name={person.name} picture={person.profilePicture} />
                      <div>
                        <h3>
                          <Link to={`/desk/people#${person.id}`}>{person.name}</Link>
                        </h3>
                        <p className="soft">{person.email}</p>
                      </div>
                    </header>
                    <p>
                      Asked to become a partner <When at={person.partnerApplicationAt ?? person.createdAt} />.
                    </p>
                    <ApplicationButtons person={person} action={action} onDecided={decided} />
                  </article>
                ))}
                {overview.applications > overview.applicants.length && (
                  <Link className="tall-link" to="/desk/people?filter=applications">
                    All {overview.applications} applications
                  </Link>
                )}
              </section>
              <section className="stack" aria-labelledby="mail">
                <AreaCards {...overview} />
              </section>
              <section className="stack" aria-labelledby="latest">
                <h2 id="latest" className="gem-heading" data-subject="projects">
                  Done last
                </h2>
                <div className="card">
                  <LogEntries entries={overview.log} emptyMessage="Nothing has been done yet." />
                  {overview.log.length > 0 && (
                    <Link className="tall-link" to="/desk/log">
                      The whole log
                    </Link>
                  )}
                </div>
              </section>
            </div>
            <SetupLine {...setup} />
            <Outcome {...action} />
          </>
        )}
      </QueryContent>
    </DeskPage>
  )
}

/** The cards of mail, comments, errors, backups, kitchens and people. */
function AreaCards(overview: Overview) {
  const { mail, smtp, comments, errors, failedBackups, readers, newReaders, guests } = overview
  return (
    <>
      <AreaCard
        id="mail"
        title="Mail"
        subject="programming"
        facts={[
          [mail.failed, 'mail', 'mails', ' could not be sent.', '/desk/mail?state=failed'],
          !smtp && (
            <>
              No mail server is set up, so mail is not sent but kept here, and you can hand on what it says. Set{' '}
              <code>SMTP_URL</code> to have it sent.
            </>
          ),
          [mail.kept, 'mail is kept here', 'mails are kept here', '.', '/desk/mail?state=kept'],
          [mail.waiting, 'mail is on the way.', 'mails are on the way.'],
        ]}
        emptyMessage="Every mail has been sent."
        links={{ '/desk/mail': 'All mail' }}
      />
      {site.features.comments && (
        <AreaCard
          id="comments"
          title="Comments"
          facts={[
            [comments.waiting, 'comment waits', 'comments wait', ' for approval.', '/desk/moderation'],
            [
              comments.reported,
              'comment was reported',
              'comments were reported',
              '.',
              '/desk/moderation?filter=reported',
            ],
          ]}
          emptyMessage="No comment waits for you."
          links={{ '/desk/moderation': 'All comments' }}
        />
      )}
      <AreaCard
        id="errors"
        title="Errors"
        subject="gaming"
        facts={[[errors, 'error is open', 'errors are open', '.', '/desk/errors']]}
        emptyMessage="No error is open."
        links={{ '/desk/errors?state=all': 'All errors' }}
      />
      <AreaCard
        id="backups"
        title="Backups"
        subject="projects"
        facts={[failedBackups > 0 && <Link to="/desk/backups">The last backup has failed.</Link>]}
        emptyMessage="No backup has failed."
        links={{ '/desk/backups': 'All backups' }}
      />
      {site.features.ordering && <KitchensCard {...overview.kitchens} />}
      <AreaCard
        id="people"
        title="People"
        subject="gaming"
        facts={[
          <>
            <b>{formatCount(readers, 'reader', 'readers')}</b>, {newReaders} of them new in the last seven days, and{' '}
            {formatCount(guests, 'guest', 'guests')}.
          </>,
        ]}
        links={{ '/desk/people': 'Find somebody' }}
      />
    </>
  )
}

const KitchensCard = ({ pending, openOrders, paymentAlerts }: Overview['kitchens']) => (
  <AreaCard
    id="kitchens"
    title="Kitchens and payments"
    subject="programming"
    facts={[
      [
        paymentAlerts,
        'alert about a payment',
        'alerts about payments',
        paymentAlerts === 1 ? ' has not been seen.' : ' have not been seen.',
        '/desk/payments',
      ],
      [pending, 'kitchen waits', 'kitchens wait', ' to be opened.', '/desk/kitchens'],
      [openOrders, 'order is open', 'orders are open', '.', '/desk/orders?filter=open'],
    ]}
    emptyMessage="No kitchen waits for you, and no order is open."
    links={{ '/desk/kitchens': 'All kitchens', '/desk/orders': 'All orders', '/desk/payments': 'All payments' }}
  />
)

/** A number with the sentence that follows it. With an address, the number is a link. */
type Fact = [count: number, singular: string, plural: string, end?: string, to?: string]

interface AreaCardProps {
  id: string
  title: string
  subject?: Subject
  /** Facts of the number 0 are left out. */
  facts: (Fact | ReactElement | false)[]
  emptyMessage?: string
  /** The titles of links by their addresses. */
  links: Record<string, string>
}

function AreaCard({ id, title, subject, facts, emptyMessage, links }: AreaCardProps) {
  const currentFacts = facts.filter((fact) => (Array.isArray(fact) ? fact[0] > 0 : fact))
  return (
    <>
      <h2 id={id} className="gem-heading" data-subject={subject}>
        {title}
      </h2>
      <div className="card">
        {currentFacts.map((fact, at) => (
          <p key={at}>{Array.isArray(fact) ? <FactSentence fact={fact} /> : fact}</p>
        ))}
        {currentFacts.length === 0 && <p className="soft">{emptyMessage}</p>}
        {Object.entries(links).map(([to, text]) => (
          <Link key={to} className="tall-link" to={to}>
            {text}
          </Link>
        ))}
      </div>
    </>
  )
}

function FactSentence({ fact: [count, singular, plural, end, to] }: { fact: Fact }) {
  const text = formatCount(count, singular, plural)
  return (
    <>
      {to ? <Link to={to}>{text}</Link> : text}
      {end}
    </>
  )
}

function summariseWaiting({ applications, comments, errors, failedBackups, mail, ...others }: Overview): string {
  type Task = Parameters<typeof formatCount>
  // The build replaces each feature by its value, and leaves out the text of a feature that is off.
  const tasks: Task[] = [
    ...(site.features.comments
      ? ([
          [comments.waiting, 'comment to approve', 'comments to approve'],
          [comments.reported, 'comment that was reported', 'comments that were reported'],
        ] satisfies Task[])
      : []),
    [errors, 'error to look into', 'errors to look into'],
    [failedBackups, 'backup that has failed', 'backups that have failed'],
    [applications, 'application', 'applications'],
    ...(site.features.ordering
      ? ([
          [others.kitchens.paymentAlerts, 'alert about a payment', 'alerts about payments'],
          [others.kitchens.pending, 'kitchen to open', 'kitchens to open'],
        ] satisfies Task[])
      : []),
    [mail.failed, 'mail that could not be sent', 'mails that could not be sent'],
    [mail.kept, 'mail to hand on', 'mails to hand on'],
  ]
  const waiting = tasks.filter(([count]) => count > 0).map((task) => formatCount(...task))
  if (waiting.length === 0) return 'Nothing waits for you.'
  return `Waiting for you: ${new Intl.ListFormat('en').format(waiting)}.`
}
