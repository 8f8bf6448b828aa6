import type { CourseSection } from './run-state.ts'
import { formatGap, formatTime, type RunState } from './run-state.ts'

export interface RunPanelProps {
  state: RunState
  sections: CourseSection[]
  onAgain: () => void
  onSwitch: () => void
}

function Gap({ time, rival }: { time: number | null; rival: number | undefined }) {
  const gap = formatGap(time, rival)
  if (!gap) return null
  return (
    <span className="run-gap" data-ahead={gap.ahead}>
      {gap.text}
      <span className="visually-hidden"> {gap.ahead ? 'seconds ahead' : 'seconds behind'}</span>
    </span>
  )
}

/** Returns a sentence about the result of a run. */
function toVerdict({ phase, total, rival }: RunState): string {
  if (phase !== 'finished' || total === null) return 'Scroll down from the top of the page, and the clock runs.'
  if (!rival) return 'Your first run. This is the time to beat now.'
  return total < rival.total ? 'A new personal best.' : `Your personal best is still ${formatTime(rival.total)}.`
}

/** The panel at the finish of the scrolling game: split times, the comparison with the best run, and buttons. */
export function RunPanel({ state, sections, onAgain, onSwitch }: RunPanelProps) {
  const { switchedOn, phase, splits, total, rival } = state
  const done = phase === 'finished'
  return (
    <div className="run-panel" data-done={done || undefined}>
      <h2>Your run</h2>
      <p className="run-verdict" role="status">
        {switchedOn
          ? (done && total !== null ? `${formatTime(total)}. ` : '') + toVerdict(state)
          : 'The run is turned off.'}
      </p>
      {switchedOn && (
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Section</th>
              <th scope="col">Against your best</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {sections.map(({ title, subject }, index) => (
              <tr key={title}>
                <th scope="row">
                  <i className="run-gem" data-subject={subject} data-lit={splits[index] !== null || undefined} />
                  {title}
                </th>
                <td>{done && <Gap time={splits[index] ?? null} rival={rival?.splits[index]} />}</td>
                <td>{splits[index] == null ? '–' : formatTime(splits[index])}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Finish</th>
              <td>{done && <Gap time={total} rival={rival?.total} />}</td>
              <td className="run-total" data-ahead={done && total !== null && (!rival || total < rival.total)}>
                {formatTime(total ?? 0)}
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      <div className="run-actions">
        {switchedOn && (
          <button type="button" className="run-again" onClick={onAgain}>
            {done ? 'Run again' : 'Run from the top'}
          </button>
        )}
        <button type="button" className="run-switch" onClick={onSwitch}>
          {switchedOn ? 'Turn the run off' : 'Turn the run on'}
        </button>
      </div>
    </div>
  )
}
