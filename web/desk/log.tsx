import type { listLog } from '#contract/desk.ts'
import type { Reply } from '#contract/endpoint.ts'
import { LogEntries } from './log-entries.tsx'
import { DeskPage, More, Problem } from './parts.tsx'
import { useAnswer, useMore } from './use-answer.ts'

type Page = Reply<typeof listLog>

/** Everything that was done at the desk and from the command line, newest first. */
export function Log() {
  const answer = useAnswer<Page>('/log')
  const { data, problem, reload } = answer
  const rest = useMore('/log', answer, (list, more) => ({ ...more, entries: [...list.entries, ...more.entries] }))
  return (
    <DeskPage at="/desk/log" title="Log">
      <p className="desk-lead">Who did what with the rights of an admin. Nothing here can be changed.</p>
      {problem && <Problem words={problem} onRetry={reload} />}
      {!data && !problem && <p className="desk-soft">Loading the log …</p>}
      {data && (
        <section className="desk-card" aria-label="Entries">
          {data.entries.length === 0 && <p className="desk-soft">Nothing has been done yet.</p>}
          <LogEntries entries={data.entries} />
          <More {...rest} />
        </section>
      )}
    </DeskPage>
  )
}
