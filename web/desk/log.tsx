import { listLog } from '#contract/desk.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { LogEntries } from './log-entries.tsx'
import { DeskPage, More } from './parts.tsx'
import { useAnswer, useMore } from './use-answer.ts'

/** Everything that was done at the desk and from the command line, newest first. */
export function Screen() {
  const answer = useAnswer(listLog)
  const { data, problem, reload } = answer
  const rest = useMore(answer, (list, more) => ({ ...more, entries: [...list.entries, ...more.entries] }))
  return (
    <DeskPage at="/desk/log" title="Log">
      <p className="desk-lead">Who did what with the rights of an admin. Nothing here can be changed.</p>
      {problem && <ProblemNote words={problem} onRetry={reload} />}
      {!data && !problem && <p className="soft">Loading the log …</p>}
      {data && (
        <section className="card" aria-label="Entries">
          {data.entries.length === 0 && <p className="soft">Nothing has been done yet.</p>}
          <LogEntries entries={data.entries} />
          <More {...rest} />
        </section>
      )}
    </DeskPage>
  )
}
