/** Begins every payload, and is nowhere else in one. */
const MARK = '@'
const MARK_BYTE = 64
const DIGITS = 15

/**
 * What is broadcast: a text of so many bytes that carries the time it was meant to be sent at.
 * @param due in milliseconds of the shared clock
 */
export function buildPayload(bytes: number, due: number): string {
  const stamp = Math.round(due * 1000)
    .toString()
    .padStart(DIGITS, '0')
  return (MARK + stamp).padEnd(bytes, 'x')
}

/** Where the next payload begins, at or after a place; -1 when there is none before the end. */
export function findPayload(bytes: Buffer, from: number, end: number): number {
  const at = bytes.indexOf(MARK_BYTE, from)
  return at < end ? at : -1
}

/** The time that a payload carries, in milliseconds of the shared clock. Nothing is cut out or parsed as text. */
export function readDueTime(bytes: Buffer, payloadAt: number): number {
  let stamp = 0
  for (let at = payloadAt + 1; at <= payloadAt + DIGITS; at++) stamp = stamp * 10 + (bytes[at] ?? 0) - 48
  return stamp / 1000
}
