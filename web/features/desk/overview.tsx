import { useQuery } from '@tanstack/react-query'
import type { DeskOverview } from '#contract/desk.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { Link } from '../../kit/link.tsx'
import { DamagedRowsNote } from '../../ui/note/damaged-note.tsx'
import { QueryContent } from '../../ui/note/query-content.tsx'
import { Inbox } from './inbox/inbox.tsx'
import { DeskPageFrame, DeskSection } from './lists/desk-page.tsx'
import { LogEntries } from './log/log-entries.tsx'
import { deskQueries } from './queries.ts'
import { HiddenSetupSummary, SetupSteps } from './setup/setup-steps.tsx'
import { useSetupSteps } from './setup/use-setup-steps.ts'

/**
 * The first page of the desk: the setup steps of a new site, the inbox, the figures of the site and the latest log
 * entries.
 */
export function Screen() {
  const query = useQuery(deskQueries.overview())
  const setup = useSetupSteps()
  return (
    <DeskPageFrame at="/desk" title="The desk">
      <QueryContent
        query={setup.isLoading ? { ...query, data: undefined } : query}
        loading={<p className="soft">Loading what waits for you …</p>}
      >
        {(overview) => (
          <div className="stack" data-gap="large">
            <SetupSteps {...setup} />
            {!overview.smtp && <MailNote kept={overview.mail.kept} />}
            <Inbox />
            <DamagedRowsNote rows={overview.damaged} />
            <div className="columns desk-columns">
              <DeskSection id="latest" title="Done last" subject="projects">
                <div className="card">
                  <LogEntries entries={overview.log} emptyMessage="Nothing has been done yet." />
                  {overview.log.length > 0 && (
                    <Link className="tall-link" to="/desk/log">
                      The whole log
                    </Link>
                  )}
                </div>
              </DeskSection>
              <DeskSection id="site" title="The site" subject="gaming">
                <SiteNumbers {...overview} />
              </DeskSection>
            </div>
            <HiddenSetupSummary {...setup} />
          </div>
        )}
      </QueryContent>
    </DeskPageFrame>
  )
}

const MailNote = ({ kept }: { kept: number }) => (
  <p className="note">
    No mail server is set up, so mail is not sent but kept here, and you can hand on what it says. Set{' '}
    <code>SMTP_URL</code> to have it sent.{' '}
    {kept > 0 && (
      <Link to="/desk/mail?state=kept">{formatCountWithNoun(kept, 'mail is kept here.', 'mails are kept here.')}</Link>
    )}
  </p>
)

const SiteNumbers = ({ readers, newReaders, guests, mail }: DeskOverview) => (
  <div className="card">
    <p>
      <b>{formatCountWithNoun(readers, 'reader', 'readers')}</b>, {newReaders} of them new in the last seven days, and{' '}
      {formatCountWithNoun(guests, 'guest', 'guests')}.
    </p>
    {mail.waiting > 0 && <p>{formatCountWithNoun(mail.waiting, 'mail is on the way.', 'mails are on the way.')}</p>}
    <Link className="tall-link" to="/desk/people">
      Find somebody
    </Link>
  </div>
)
