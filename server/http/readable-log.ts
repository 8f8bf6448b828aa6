import type { Writable } from 'node:stream'

/** The names of the levels of Pino, in steps of ten from 10 on. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** Returns a stream that writes the lines of the log for a person at a terminal, in place of JSON. */
export const createReadableLogStream = (terminal: Writable): { write(line: string): void } => ({
  write: (line) => void terminal.write(formatLogLine(line)),
})

/**
 * Formats a line of the log: the local time, the level, the message, the details as `name=value`, and the stack of an
 * error below. A line that is not JSON stays unchanged.
 */
export function formatLogLine(line: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const { level, time, msg, err, ...details } = entry
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const label = levels[Number(level) / 10 - 1] ?? ''
  const pairs = Object.entries(details).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string }
  const below = err ? `\n${stack ?? message ?? JSON.stringify(err)}`.replaceAll('\n', '\n    ') : ''
  return `${[clock, label.padEnd(5), msg, ...pairs].filter((part) => part !== undefined).join(' ')}${below}\n`
}
