import type { ReactNode } from 'react'
import type { LogEntry } from '#contract/desk.ts'
import { When } from '../kit/when.tsx'

/** How the actions of the log read after the name of who did them; any other reads as it is. */
const sentences: Record<string, (target: ReactNode, detail: string) => ReactNode> = {
  'role granted': (target, role) => (role === 'Admin' ? <>made {target} an admin</> : <>made {target} a partner</>),
  'role revoked': (target, role) => (
    <>
      took the role of {role === 'Admin' ? 'admin' : 'partner'} from {target}
    </>
  ),
  'application approved': (target) => <>approved the application of {target}, who is a partner now</>,
  'application declined': (target) => <>declined the application of {target}</>,
  banned: (target, reason) => (
    <>
      banned {target}
      {reason && <>, because: {reason}</>}
    </>
  ),
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
  'site claimed': (target) => <>made {target} the first admin, by the link of the first start</>,
  'account deleted': () => <>deleted their own account</>,
}

/**
 * What was done, in sentences.
 * @param toOne whether all of it was done to the same person, who stands above
 */
export function LogEntries({ entries, toOne = false }: { entries: readonly LogEntry[]; toOne?: boolean }) {
  return (
    <ul className="desk-log">
      {entries.map(({ id, at, actor, action, target, detail }) => {
        const whom = toOne ? 'this person' : <b>{target}</b>
        const said = sentences[action]?.(whom, detail) ?? [`${action}: `, whom, detail && ` (${detail})`]
        return (
          <li key={id}>
            <p>
              <b>{actor === 'the command line' ? 'The command line' : actor}</b> {said}
            </p>
            <When at={at} />
          </li>
        )
      })}
    </ul>
  )
}
