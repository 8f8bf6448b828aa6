import type { ReactNode } from 'react'
import type { AuditLogAction } from '#contract/audit-log-actions.ts'
import type { AuditLogEntry } from '#contract/desk.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'

/** The sentences of the log, by action. Each sentence follows the name of the actor. */
const sentences: Record<AuditLogAction, string | ((detail: string) => string)> = {
  'role granted': (role) => `made {target} ${role === 'Admin' ? 'an admin' : 'a partner'}`,
  'role revoked': (role) => `took the role of ${role.toLowerCase()} from {target}`,
  'application approved': 'approved the application of {target}, who is a partner now',
  'application declined': 'declined the application of {target}',
  banned: (reason) => `banned {target}${because(reason)}`,
  'ban lifted': 'lifted the ban of {target}',
  'password link made': 'made a link with which {target} chooses a new password',
  'second factor removed': 'switched off the second factor of {target}',
  'signed out everywhere': 'signed {target} out everywhere',
  'mail read': 'read the mail {target}',
  'mail links shown': 'saw the links of the mail {target}',
  'mail retried': 'sent the mail {target} again',
  'test mail sent': 'sent a test mail to {target}',
  'setup step skipped': 'skipped the step {target} of the set-up',
  'setup step taken up': 'took up the step {target} of the set-up again',
  'notice posted': 'posted the notice {target}',
  'notice edited': 'changed a notice, which says now {target}',
  'notice withdrawn': 'withdrew the notice {target}',
  'notice brought back': 'brought back the notice {target}',
  'notice deleted': 'deleted the notice {target}',
  'comment approved': 'approved the comment of {target}',
  'comment hidden': 'hid the comment of {target}',
  'comment put back': 'let the comment of {target} wait again',
  'reports dealt with': 'kept the comment of {target}, which had been reported',
  'reports opened again': 'opened the reports about the comment of {target} again',
  'comment policy changed': (policy) => `changed which comments wait: ${policy}`,
  'subscriber removed': 'removed {target} from the subscribers',
  'subscribers imported': (counts) => `imported subscribers: ${counts}`,
  'subscribers exported': (count) => `saved the list of subscribers, ${count}`,
  'tool added': (address) => `added the tool {target}, which leads to ${address}`,
  'tool changed': (before) => `changed the tool {target}, which was ${before}`,
  'tool removed': (address) => `removed the tool {target}, which led to ${address}`,
  'tools ordered': 'put the tools into another order',
  'error opened again': 'opened the error {target} again',
  'error resolved': 'resolved the error {target}',
  'error muted': 'muted the error {target}',
  'error deleted': 'deleted the error {target}',
  'kitchen created': 'made the kitchen {target}',
  'kitchen changed': (part) => `changed the kitchen {target}: ${part}`,
  'kitchen opened': 'opened the kitchen {target} to customers',
  'kitchen suspended': (reason) => `suspended the kitchen {target}${because(reason)}`,
  'kitchen deleted': 'deleted the kitchen {target}',
  'commission changed': (rates) => `changed the commission of {target}: ${rates}`,
  'order moved': (state) => `moved {target} to ${state}`,
  'money given back': (detail) => `gave money back for {target}, ${detail}`,
  'payment alert seen': (detail) => `looked at the alert about {target}${detail && `: ${detail}`}`,
  'backups scheduled': (when) => `changed when backups are made: ${when}`,
  'backup started': 'started a backup',
  'page published': 'published the page {target}',
  'page withdrawn': 'made the page {target} a draft again',
  'page deleted': 'deleted the page {target}',
  'preview shared': 'shared the preview of {target}',
  'preview taken back': 'took the shared preview of {target} back',
  'draft deleted': 'deleted the draft of {target}',
  'site claimed': 'made {target} the first admin',
  'account deleted': 'deleted their own account',
}

/**
 * Returns the actor as the beginning of a sentence. For “site claimed”, returns a text about the link, because the
 * actor and the target are the same account. Entries of version 1.0.0 name the command line as the actor.
 */
function describeActor(actor: string, action: AuditLogAction): string {
  if (action === 'site claimed') return 'The link of the first start'
  return actor === 'the command line' ? 'The command line' : actor
}

const because = (reason: string) => reason && `, because: ${reason}`

/**
 * Renders the sentence of an action. Only the first placeholder is replaced, because a detail may contain the text of
 * the placeholder too.
 */
function Sentence({ action, detail, target }: Pick<AuditLogEntry, 'action' | 'detail'> & { target: ReactNode }) {
  const sentence = sentences[action]
  const [before, ...after] = (typeof sentence === 'string' ? sentence : sentence(detail)).split('{target}')
  return (
    <>
      {before}
      {after.length > 0 && target}
      {after.join('{target}')}
    </>
  )
}

interface LogEntriesProps {
  entries: readonly AuditLogEntry[]
  /** Whether all entries are about the same person, whose name is shown above the entries. */
  toOne?: boolean
  emptyMessage?: string
}

export function LogEntries({ entries, toOne = false, emptyMessage }: LogEntriesProps) {
  if (entries.length === 0) return <p className="soft">{emptyMessage}</p>
  return (
    <ul className="list desk-log">
      {entries.map(({ id, at, actor, action, target, detail }) => (
        <RowErrorBoundary key={id}>
          {() => (
            <li>
              <p>
                <b>
                  <bdi>{describeActor(actor, action)}</bdi>
                </b>{' '}
                <Sentence
                  action={action}
                  detail={detail}
                  target={
                    toOne ? (
                      'this person'
                    ) : (
                      <b>
                        <bdi>{target}</bdi>
                      </b>
                    )
                  }
                />
              </p>
              <RelativeTime at={at} />
            </li>
          )}
        </RowErrorBoundary>
      ))}
    </ul>
  )
}
