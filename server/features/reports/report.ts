import type { ErrorEvent, ErrorGroup, StackFrame } from '#contract/reports.ts'
import type { SentEvent } from './event.ts'
import type { PlaceFrames, SentFrame } from './source-maps.ts'

/** A stored event. The innermost place and the thrown error come first, as the desk shows them. */
export interface Report extends ErrorEvent {
  side: ErrorGroup['side']
  title: string
  place: string
}

export interface ReportFacts {
  side: ErrorGroup['side']
  /** The program that sent it, such as "Chrome on Windows". */
  client: string
  /** Finds the frames' places in the source. */
  placeFrames: PlaceFrames
}

/** The largest believable age of a report, whose reporter may have a wrong clock or was offline. */
const AGE_MAX_MS = 24 * 60 * 60 * 1000

/** Returns the stored form of a sent event. */
export async function reportOf(event: SentEvent, { side, client, placeFrames }: ReportFacts): Promise<Report> {
  const release = event.release
  const exceptions = []
  for (const { type, value, stacktrace } of event.exception.values.toReversed()) {
    const frames = await placeFrames(stacktrace.frames.toReversed().map(sentFrame), release)
    exceptions.push({ type: type || 'Error', message: value, frames })
  }
  const message = event.logentry.formatted || event.logentry.message || event.message
  if (exceptions.length === 0) exceptions.push({ type: 'Message', message, frames: [] })
  const [thrown] = exceptions
  return {
    id: event.event_id,
    at: believableTime(event.timestamp),
    side,
    title: titleOf(thrown),
    place: placeOf(thrown?.frames ?? []),
    release,
    exceptions,
    url: event.request.url || event.transaction,
    client,
    // Without a login, reporters send a user without an id.
    user: event.user?.id
      ? {
          id: event.user.id,
          name: event.user.name || event.user.username,
          email: event.user.email,
        }
      : null,
    breadcrumbs: event.breadcrumbs.map(({ timestamp: at, category, message, data }) => ({
      at,
      category,
      message: message || textOf(data),
    })),
  }
}

/** Returns the innermost place in the site's own code, or the innermost of all. */
export function innermostOf(frames: readonly StackFrame[]): StackFrame | undefined {
  return frames.find(({ own }) => own) ?? frames[0]
}

const sentFrame = ({ filename, function: name, lineno, colno }: SentFrameOf): SentFrame => ({
  file: filename,
  function: name,
  line: lineno,
  column: colno,
})
type SentFrameOf = SentEvent['exception']['values'][number]['stacktrace']['frames'][number]

function titleOf(thrown: ErrorEvent['exceptions'][number] | undefined): string {
  const title = `${thrown?.type}: ${thrown?.message}`.replace(/\s+/g, ' ').trim()
  return title.length > 300 ? `${title.slice(0, 299).toWellFormed()}…` : title
}

function placeOf(frames: readonly StackFrame[]): string {
  const frame = innermostOf(frames)
  if (!frame) return ''
  return frame.function && frame.function !== '?' ? `${frame.file} in ${frame.function}` : frame.file
}

function believableTime(at: number | null): number {
  const now = Date.now()
  return at === null || at > now || at < now - AGE_MAX_MS ? now : at
}

/** Returns a call or a navigation as text. */
function textOf({ method, url, status_code: status, from, to }: SentEvent['breadcrumbs'][number]['data']): string {
  if (from || to) return `${from} → ${to}`
  return [method, url, status === null ? '' : `→ ${status}`].filter(Boolean).join(' ')
}
