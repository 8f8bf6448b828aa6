import { SUBSCRIBER_IMPORT_BYTES_MAX, SUBSCRIBER_IMPORT_LINES_MAX } from '#contract/limits.ts'
import { type NewsletterFrequency, type SubscriberState, subscriberStates } from '#contract/newsletter.ts'
import { escapeCsvCell } from '#contract/statement-csv.ts'
import { type EmailWithKey, tryParseEmail } from '../../db/email-key.ts'
import { Refusal } from '../../http/failures.ts'

export interface ParsedSubscriberAddress extends EmailWithKey {
  frequency: NewsletterFrequency
  state: SubscriberState
}

export interface ParsedSubscriberList {
  /** The email addresses, each once. */
  addresses: ParsedSubscriberAddress[]
  /** The number of repeated email addresses in the list. */
  repeated: number
  /** The lines without a valid email address. */
  invalid: { line: number; text: string }[]
}

const LINE_LENGTH_SHOWN = 80
/** The names of the column of email addresses, the most certain first: `address` may be a postal address. */
const EMAIL_COLUMNS = ['email', 'emailaddress', 'mail', 'address']

/**
 * Parses a list of email addresses: CSV (RFC 4180) with commas, semicolons or tabs, or one address on each line. A
 * first line without an address contains the names of the columns. The addresses are in the column `email`; without
 * such a column, in the first cell of each line with an `@`. The columns `frequency` and `state` of an export are read,
 * too.
 * @throws {Refusal} import_too_large; import_empty when no line has a valid address
 */
export function parseSubscriberCsv(csv: string): ParsedSubscriberList {
  if (Buffer.byteLength(csv) > SUBSCRIBER_IMPORT_BYTES_MAX) throw new Refusal('import_too_large')
  const rows = splitRows(csv.replace(/^\ufeff/, ''))
  if (rows.length > SUBSCRIBER_IMPORT_LINES_MAX + 1) throw new Refusal('import_too_large')
  const names =
    rows[0]?.cells.map((cell) =>
      cell
        .trim()
        .toLowerCase()
        .replace(/[\s_-]/g, ''),
    ) ?? []
  const hasNames = !names.some((name) => name.includes('@'))
  const emailAt = EMAIL_COLUMNS.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1
  const frequencyAt = names.indexOf('frequency')
  const stateAt = names.indexOf('state')
  const list: ParsedSubscriberList = { addresses: [], repeated: 0, invalid: [] }
  const keys = new Set<string>()
  for (const { line, cells } of hasNames ? rows.slice(1) : rows) {
    const named = hasNames && emailAt >= 0 ? cells[emailAt] : cells.find((cell) => cell.includes('@'))
    const email = tryParseEmail(unescapeCell(named ?? ''))
    if (!email) {
      const text = cells.join(', ').slice(0, LINE_LENGTH_SHOWN).toWellFormed()
      list.invalid.push({ line, text })
    } else if (keys.has(email.key)) list.repeated += 1
    else {
      keys.add(email.key)
      const isWeekly = hasNames && cells[frequencyAt]?.trim() === 'weekly'
      const state = subscriberStates.find((name) => hasNames && cells[stateAt]?.trim() === name) ?? 'active'
      list.addresses.push({ ...email, frequency: isWeekly ? 'weekly' : 'instant', state })
    }
  }
  if (list.addresses.length === 0) throw new Refusal('import_empty')
  return list
}

/** Removes the mark that `escapeCsvCell` has put before a formula. */
const unescapeCell = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

interface Row {
  /** The number of the line in the file, from 1. */
  line: number
  cells: string[]
}

/**
 * Splits CSV into rows, without empty rows. A quoted cell may contain separators and line breaks. A quotation mark
 * inside an unquoted cell is text. The time is linear in the length of the text, whatever quotes the text contains.
 */
function splitRows(csv: string): Row[] {
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let line = 1
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.cells.some((text) => text.trim() !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  for (const [part] of csv.matchAll(/""|\r\n|[",;\t\r\n]|[^",;\t\r\n]+/g)) {
    const isBreak = /^[\r\n]/.test(part)
    if (isBreak) line += 1
    if (part === '""') cell += isQuoted ? '"' : ''
    else if (part === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += part
    else if (isBreak) endRow()
    else if (/^[,;\t]$/.test(part)) endCell()
    else cell += part
  }
  endRow()
  return rows
}

interface ExportedSubscriber {
  email: string
  frequency: string
  state: string
  source: string
  created_at: number
  changed_at: number
}

/** Formats subscribers as CSV (RFC 4180). Cells are escaped, so that no spreadsheet reads them as formulas. */
export function formatSubscriberCsv(subscribers: readonly ExportedSubscriber[]): string {
  const rows = subscribers.map(({ email, frequency, state, source, created_at, changed_at }) => [
    email,
    frequency,
    state,
    source,
    new Date(created_at).toISOString(),
    new Date(changed_at).toISOString(),
  ])
  const names = ['email', 'frequency', 'state', 'source', 'subscribed', 'changed']
  return [names, ...rows].map((row) => `${row.map(escapeCsvCell).join(',')}\r\n`).join('')
}
