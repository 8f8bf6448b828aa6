/** The first character of every payload. It occurs nowhere else in a payload. */
const MARK = '@'
const MARK_BYTE = 64
const DIGITS = 15

/**
 * Builds a payload: a text of a given size in bytes that contains its due time.
 * @param due in milliseconds of the shared clock
 */
export function buildPayload(bytes: number, due: number): string {
  const stamp = Math.round(due * 1000)
    .toString()
    .padStart(DIGITS, '0')
  return (MARK + stamp).padEnd(bytes, 'x')
}

/** Returns the offset of the next payload in a buffer; -1 when there is none. */
export function findPayloadOffset(bytes: Buffer, from: number, end: number): number {
  const at = bytes.indexOf(MARK_BYTE, from)
  return at < end ? at : -1
}

/**
 * Reads the due time of a payload, in milliseconds of the shared clock. Text is neither sliced nor parsed, to save
 * time.
 */
export function readDueTimeMs(bytes: Buffer, payloadAt: number): number {
  let stamp = 0
  for (let at = payloadAt + 1; at <= payloadAt + DIGITS; at++) stamp = stamp * 10 + (bytes[at] ?? 0) - 48
  return stamp / 1000
}
