import type { ReactNode } from 'react'
import type { StackFrame } from '#contract/reports.ts'
import { formatCount } from '../../../kit/format-count.ts'

/** The stack trace of an exception, innermost frame first. Own frames show their source; frames of other code are folded. */
export function StackTrace({ frames }: { frames: StackFrame[] }) {
  if (frames.length === 0) return <p className="soft">Nothing says where it was thrown.</p>
  const first = frames.findIndex(({ own }) => own)
  return (
    <ol className="list error-stack">
      {groupForeignFrames(frames).map((part) => {
        const [{ frame, at }] = part
        if (frame.own)
          return (
            <li key={at}>
              <OwnFrame frame={frame} open={at === first} />
            </li>
          )
        return (
          <li key={at}>
            <details>
              <summary className="soft">{formatCount(part.length, 'call', 'calls')} in other code</summary>
              <ul className="stack" data-gap="small">
                {part.map((one) => (
                  <li key={one.at}>
                    <FrameName frame={one.frame} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )
      })}
    </ol>
  )
}

function OwnFrame({ frame, open }: { frame: StackFrame; open: boolean }) {
  const { source, line } = frame
  if (!source) return <FrameName frame={frame} />
  return (
    <details open={open}>
      <summary>
        <FrameName frame={frame} />
      </summary>
      <Source name={`Source of ${frame.file} around line ${line}`}>
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
      </Source>
    </details>
  )
}

/** A block of source that scrolls sideways, by keyboard too. */
function Source({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be a landmark.
    <pre className="inset error-source" role="group" tabIndex={0} aria-label={name}>
      {children}
    </pre>
  )
}

function FrameName({ frame: { function: name, file, line, column } }: { frame: StackFrame }) {
  return (
    <span className="error-frame">
      <b>{name || 'somewhere'}</b>{' '}
      <span className="soft">{[file || 'unknown file', line, column].filter((part) => part !== null).join(':')}</span>
    </span>
  )
}

type IndexedFrame = { frame: StackFrame; at: number }

/** Groups adjacent frames of other code. Each frame keeps its index. */
function groupForeignFrames(frames: StackFrame[]): [IndexedFrame, ...IndexedFrame[]][] {
  const parts: [IndexedFrame, ...IndexedFrame[]][] = []
  frames.forEach((frame, at) => {
    const last = parts.at(-1)
    if (last && !frame.own && !last[0].frame.own) last.push({ frame, at })
    else parts.push([{ frame, at }])
  })
  return parts
}
