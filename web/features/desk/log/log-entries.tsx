import type { ReactNode } from 'react'
import type { LogEntry } from '#contract/desk.ts'
import type { PrivilegedAction } from '#contract/privileged-actions.ts'
import { Row } from '../../../kit/error-boundary.tsx'
import { When } from '../../../kit/when.tsx'

/** The sentences of the log by action. Each follows the name of the actor. */
const sentences: Record<PrivilegedAction, (target: ReactNode, detail: string) => ReactNode> = {
  'role granted': (target, role) => (role === 'Admin' ? <>made {target} an admin</> : <>made {target} a partner</>),
  'role revoked': (target, role) => (
    <>
      took the role of {role === 'Admin' ? 'admin' : 'partner'} from {target}
    </>
  ),
  'application approved': (target) => <>approved the application of {target}, who is a partner now</>,
  'application declined': (target) => <>declined the application of {target}</>,
  banned: (target, reason) => <>banned {because(target, reason)}</>,
  'ban lifted': (target) => <>lifted the ban of {target}</>,
  'signed out everywhere': (target) => <>signed {target} out everywhere</>,
  'mail read': (target) => <>read the mail {target}</>,
  'mail retried': (target) => <>sent the mail {target} again</>,
  'notice posted': (target) => <>posted the notice {target}</>,
  'notice edited': (target) => <>changed a notice, which says now {target}</>,
  'notice withdrawn': (target) => <>withdrew the notice {target}</>,
  'notice brought back': (target) => <>brought back the notice {target}</>,
  'notice deleted': (target) => <>deleted the notice {target}</>,
  'comment approved': (target) => <>approved the comment of {target}</>,
  'comment hidden': (target) => <>hid the comment of {target}</>,
  'comment put back': (target) => <>let the comment of {target} wait again</>,
  'reports dealt with': (target) => <>kept the comment of {target}, which had been reported</>,
  'reports opened again': (target) => <>opened the reports about the comment of {target} again</>,
  'comment policy changed': (_, words) => <>changed which comments wait: {words}</>,
  'tool added': (target, address) => (
    <>
      added the tool {target}, which leads to {address}
    </>
  ),
  'tool changed': (target, before) => (
    <>
      changed the tool {target}, which was {before}
    </>
  ),
  'tool removed': (target, address) => (
    <>
      removed the tool {target}, which led to {address}
    </>
  ),
  'tools ordered': () => <>put the tools into another order</>,
  'error opened again': (target) => <>opened the error {target} again</>,
  'error resolved': (target) => <>resolved the error {target}</>,
  'error muted': (target) => <>muted the error {target}</>,
  'error deleted': (target) => <>deleted the error {target}</>,
  'kitchen created': (target) => <>made the kitchen {target}</>,
  'kitchen opened': (target) => <>opened the kitchen {target} to customers</>,
  'kitchen suspended': (target, reason) => <>suspended the kitchen {because(target, reason)}</>,
  'kitchen deleted': (target) => <>deleted the kitchen {target}</>,
  'commission changed': (target, rates) => (
    <>
      changed the commission of {target}: {rates}
    </>
  ),
  'money given back': (target, detail) => (
    <>
      gave money back for {target}, {detail}
    </>
  ),
  'payment alert seen': (target, detail) => (
    <>
      looked at the alert about {target}
      {detail && <>: {detail}</>}
    </>
  ),
  'site claimed': (target) => <>made {target} the first admin, by the link of the first start</>,
  'account deleted': () => <>deleted their own account</>,
}

const because = (target: ReactNode, reason: string) => (
  <>
    {target}
    {reason && <>, because: {reason}</>}
  </>
)

/**
 * Lists log entries as sentences.
 * @param toOne whether all entries are about the same person, whose name is shown above
 */
export function LogEntries({ entries, toOne = false }: { entries: readonly LogEntry[]; toOne?: boolean }) {
  return (
    <ul className="list desk-log">
      {entries.map(({ id, at, actor, action, target, detail }) => (
        <Row key={id}>
          {() => (
            <li>
              <p>
                <b>{actor === 'the command line' ? 'The command line' : actor}</b>{' '}
                {sentences[action](toOne ? 'this person' : <b>{target}</b>, detail)}
              </p>
              <When at={at} />
            </li>
          )}
        </Row>
      ))}
    </ul>
  )
}
