import { formatCountWithNoun } from '#contract/format-count.ts'
import type { MappedStackFrame } from '#contract/reports.ts'

/**
 * The stack trace of an exception, innermost frame first. Frames of the site's code show their source. Frames of other
 * code are folded.
 */
export function StackTrace({ frames }: { frames: MappedStackFrame[] }) {
  if (frames.length === 0) return <p className="soft">Nothing says where it was thrown.</p>
  const firstOwn = frames.find(({ own }) => own)
  return (
    <ol className="list error-stack">
      {groupForeignFrames(frames).map((part, place) => (
        <li key={place}>
          {part[0].own ? (
            <OwnFrame frame={part[0]} open={part[0] === firstOwn} />
          ) : (
            <details>
              <summary className="soft">{formatCountWithNoun(part.length, 'call', 'calls')} in other code</summary>
              <ul className="stack" data-gap="small">
                {part.map((frame, at) => (
                  <li key={at}>
                    <FrameName frame={frame} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

function OwnFrame({ frame, open }: { frame: MappedStackFrame; open: boolean }) {
  const { source, line } = frame
  if (!source) return <FrameName frame={frame} />
  return (
    <details open={open}>
      <summary>
        <FrameName frame={frame} />
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section would become a landmark.
       */}
      <pre
        className="inset error-source"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
        tabIndex={0}
        aria-label={`Source of ${frame.file} around line ${line}`}
      >
        <code>
          {source.lines.map((text, offset) => {
            const number = source.first + offset
            const Line = number === line ? 'mark' : 'span'
            return (
              <Line key={number} className="error-line" data-number={number}>
                {text || ' '}
              </Line>
            )
          })}
        </code>
      </pre>
    </details>
  )
}

function FrameName({ frame: { function: name, file, line, column } }: { frame: MappedStackFrame }) {
  return (
    <span className="error-frame">
      <b>{name || 'somewhere'}</b>{' '}
      <span className="soft">{[file || 'unknown file', line, column].filter((part) => part !== null).join(':')}</span>
    </span>
  )
}

type FrameGroup = [MappedStackFrame, ...MappedStackFrame[]]

/** Groups adjacent frames of other code. Each frame of the site's code is a group of its own. */
function groupForeignFrames(frames: MappedStackFrame[]): FrameGroup[] {
  const parts: FrameGroup[] = []
  for (const frame of frames) {
    const last = parts.at(-1)
    if (last && !frame.own && !last[0].own) last.push(frame)
    else parts.push([frame])
  }
  return parts
}
