import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Overview as Facts, Person } from '#contract/desk.ts'
import { site } from '#site'
import { messageOf } from '../../api/problem.ts'
import { useAction } from '../../api/use-action.ts'
import { Link } from '../../kit/link.tsx'
import { When } from '../../kit/when.tsx'
import { DamagedNote } from '../../ui/note/damaged-note.tsx'
import { Outcome } from '../../ui/note/outcome.tsx'
import { ProblemNote } from '../../ui/note/problem-note.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { KitchenFacts } from './kitchens/kitchen-facts.tsx'
import { DeskPage } from './lists/desk-page.tsx'
import { LogEntries } from './log/log-entries.tsx'
import { ApplicationButtons } from './people/application-buttons.tsx'
import { deskQueries } from './queries.ts'

/** The overview of the desk: open tasks and the latest log entries. */
export function Screen() {
  const client = useQueryClient()
  const query = deskQueries.overview()
  const { data, error, refetch } = useQuery(query)
  const action = useAction()
  const decided = ({ id }: Person) => {
    client.setQueryData(
      query.queryKey,
      (facts) => facts && { ...facts, applicants: facts.applicants.filter((one) => one.id !== id) },
    )
    refetch()
  }
  return (
    <DeskPage at="/desk" title="The desk">
      {error && <ProblemNote words={messageOf(error) ?? ''} onRetry={refetch} />}
      {!data && !error && <p className="soft">Loading what waits for you …</p>}
      {data && (
        <>
          <p className="work-lead">{summariseWaiting(data)}</p>
          <DamagedNote rows={data.damaged} />
          <div className="columns desk-columns">
            <section className="stack" aria-labelledby="applications">
              <h2 id="applications" className="gem-heading">
                Applications
              </h2>
              {data.applicants.length === 0 && <p className="card soft">Nobody has asked to become a partner.</p>}
              {data.applicants.map((person) => (
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
              {data.applications > data.applicants.length && (
                <Link className="tall-link" to="/desk/people?filter=applications">
                  All {data.applications} applications
                </Link>
              )}
            </section>
            <section className="stack" aria-labelledby="mail">
              <h2 id="mail" className="gem-heading" data-subject="programming">
                Mail
              </h2>
              <MailFacts {...data} />
              {site.features.comments && (
                <>
                  <h2 id="comments" className="gem-heading">
                    Comments
                  </h2>
                  <CommentFacts {...data} />
                </>
              )}
              <h2 id="errors" className="gem-heading" data-subject="gaming">
                Errors
              </h2>
              <div className="card">
                {data.errors > 0 ? (
                  <p>
                    <Link to="/desk/errors">{count(data.errors, 'error is', 'errors are')} open</Link>.
                  </p>
                ) : (
                  <p className="soft">No error is open.</p>
                )}
                <Link className="tall-link" to="/desk/errors?state=all">
                  All errors
                </Link>
              </div>
              {site.features.ordering && (
                <>
                  <h2 id="kitchens" className="gem-heading" data-subject="programming">
                    Kitchens and payments
                  </h2>
                  <KitchenFacts {...data} />
                </>
              )}
              <h2 id="people" className="gem-heading" data-subject="gaming">
                People
              </h2>
              <div className="card">
                <p>
                  <b>{count(data.readers, 'reader', 'readers')}</b>, {data.newReaders} of them new in the last seven
                  days, and {count(data.guests, 'guest', 'guests')}.
                </p>
                <Link className="tall-link" to="/desk/people">
                  Find somebody
                </Link>
              </div>
            </section>
            <section className="stack" aria-labelledby="latest">
              <h2 id="latest" className="gem-heading" data-subject="projects">
                Done last
              </h2>
              <div className="card">
                <LogEntries entries={data.log} emptyMessage="Nothing has been done yet." />
                {data.log.length > 0 && (
                  <Link className="tall-link" to="/desk/log">
                    The whole log
                  </Link>
                )}
              </div>
            </section>
          </div>
          <Outcome {...action} />
        </>
      )}
    </DeskPage>
  )
}

function CommentFacts({ comments: { waiting, reported } }: Facts) {
  return (
    <div className="card">
      {waiting > 0 && (
        <p>
          <Link to="/desk/moderation">{count(waiting, 'comment waits', 'comments wait')}</Link> for approval.
        </p>
      )}
      {reported > 0 && (
        <p>
          <Link to="/desk/moderation?filter=reported">{count(reported, 'comment was', 'comments were')} reported</Link>.
        </p>
      )}
      {waiting + reported === 0 && <p className="soft">No comment waits for you.</p>}
      <Link className="tall-link" to="/desk/moderation">
        All comments
      </Link>
    </div>
  )
}

function MailFacts({ mail, smtp }: Facts) {
  return (
    <div className="card">
      {mail.failed > 0 && (
        <p>
          <Link to="/desk/mail?state=failed">{count(mail.failed, 'mail', 'mails')}</Link> could not be sent.
        </p>
      )}
      {!smtp && (
        <p>
          No mail server is set up, so mail is not sent but kept here, and you can hand on what it says. Set{' '}
          <code>SMTP_URL</code> to have it sent.
        </p>
      )}
      {mail.kept > 0 && (
        <p>
          <Link to="/desk/mail?state=kept">{count(mail.kept, 'mail is', 'mails are')} kept here</Link>.
        </p>
      )}
      {mail.waiting > 0 && <p>{count(mail.waiting, 'mail is', 'mails are')} on the way.</p>}
      {smtp && mail.failed + mail.kept + mail.waiting === 0 && <p className="soft">Every mail has been sent.</p>}
      <Link className="tall-link" to="/desk/mail">
        All mail
      </Link>
    </div>
  )
}

function summariseWaiting({ applications, comments, errors, mail, ...facts }: Facts): string {
  const waiting = [
    site.features.comments &&
      comments.waiting > 0 &&
      count(comments.waiting, 'comment to approve', 'comments to approve'),
    site.features.comments &&
      comments.reported > 0 &&
      count(comments.reported, 'comment that was reported', 'comments that were reported'),
    errors > 0 && count(errors, 'error to look into', 'errors to look into'),
    applications > 0 && count(applications, 'application', 'applications'),
    site.features.ordering &&
      facts.kitchens.paymentAlerts > 0 &&
      count(facts.kitchens.paymentAlerts, 'alert about a payment', 'alerts about payments'),
    site.features.ordering &&
      facts.kitchens.pending > 0 &&
      count(facts.kitchens.pending, 'kitchen to open', 'kitchens to open'),
    mail.failed > 0 && count(mail.failed, 'mail that could not be sent', 'mails that could not be sent'),
    mail.kept > 0 && count(mail.kept, 'mail to hand on', 'mails to hand on'),
  ].filter((words) => words !== false)
  if (waiting.length === 0) return 'Nothing waits for you.'
  return `Waiting for you: ${new Intl.ListFormat('en').format(waiting)}.`
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
