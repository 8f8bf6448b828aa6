import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type BackupOverview, type BackupSummary, startBackup } from '#contract/backups.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { formatFileSize } from '#contract/format-file-size.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { DeskPageFrame, DeskSection } from '../lists/desk-page.tsx'
import { deskQueries } from '../queries.ts'
import { ScheduleForm } from './schedule-form.tsx'
import './backups.css'

/** How often the page asks the server whether a running backup is complete. */
const POLL_MS = 3_000

/** The desk page of backups: the most recent result, the schedule, and the list of backups. */
export function Screen() {
  const client = useQueryClient()
  const options = deskQueries.backups()
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.runningSince ? POLL_MS : false),
  })
  const action = useAction()
  const show = (backups: BackupOverview) => client.setQueryData(options.queryKey, backups)
  // No message is shown when a backup starts: the button already says so, and the message would still be there when the
  // backup has ended.
  const start = () => action.perform({ run: async () => void show(await callForJson(startBackup)) })
  return (
    <DeskPageFrame at="/desk/backups" title="Backups">
      <p className="work-lead">
        A backup contains all data of the site: accounts, comments, orders, pictures and keys. Each new one is restored
        once, to see that it works.
      </p>
      <QueryContent query={query} loading={<p className="soft">Loading the backups …</p>}>
        {(backups) => (
          <div className="columns desk-columns">
            <DeskSection id="last-backup" title="Last backup" subject="programming">
              <div className="card">
                <LastBackup {...backups} />
                <QuietButton
                  kind="main"
                  busy={action.busy || backups.runningSince !== null}
                  onClick={() => backups.runningSince ?? start()}
                >
                  {backups.runningSince === null ? 'Back up now' : 'Backing up …'}
                </QuietButton>
                <ActionOutcome {...action} />
              </div>
            </DeskSection>
            <DeskSection id="schedule" title="Every day" subject="projects">
              <div className="card">
                <ScheduleForm {...backups} onSaved={show} />
              </div>
            </DeskSection>
            <DeskSection id="kept-backups" title="On the server" subject="gaming">
              <KeptBackups backups={backups.backups} folder={backups.folder} />
            </DeskSection>
          </div>
        )}
      </QueryContent>
    </DeskPageFrame>
  )
}

function LastBackup({ last, runningSince }: BackupOverview) {
  return (
    <div className="stack" data-gap="small" role="status">
      {runningSince !== null && (
        <p>
          A backup is being made, since <RelativeTime at={runningSince} />. You can leave this page meanwhile.
        </p>
      )}
      {!last && runningSince === null && <p>No backup has been made yet.</p>}
      {last?.problem && (
        <div className="note" data-kind="grave">
          <p>
            The last backup failed <RelativeTime at={last.endedAt} />. {last.problem}
          </p>
        </div>
      )}
      {last?.backup && (
        <>
          <p>
            Complete and checked <RelativeTime at={last.endedAt} />.
          </p>
          <FactList
            facts={[...toFacts(last.backup), ['Took', `${Math.ceil((last.endedAt - last.startedAt) / 1_000)} s`]]}
          />
        </>
      )}
    </div>
  )
}

const toFacts = ({ name, bytes, rows }: BackupSummary) =>
  [
    ['Name', <code key="name">{name}</code>],
    ['Size', formatFileSize(bytes)],
    ['Rows', String(rows)],
  ] as const

function KeptBackups({ backups, folder }: Pick<BackupOverview, 'backups' | 'folder'>) {
  return (
    <div className="card">
      <p>
        {backups.length === 0 ? 'No backup is' : `${formatCountWithNoun(backups.length, 'backup is', 'backups are')}`}{' '}
        in <code>{folder}</code>. The variable <code>BACKUP_DIR</code> chooses another folder: best one on another disk.
      </p>
      {backups.length > 0 && (
        <ul className="rows">
          {backups.map(({ name, createdAt, bytes }) => (
            <li key={name} className="row plain-row">
              <span className="row-words">
                <code>{name}</code>
                <span className="soft">
                  <RelativeTime at={createdAt} />, {formatFileSize(bytes)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="soft">
        To restore one, stop the site and run{' '}
        <code>
          <span className="backup-command">npm run restore --</span> {folder}/NAME
        </code>{' '}
        on the server.
      </p>
    </div>
  )
}
