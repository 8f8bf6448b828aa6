import { onTestFinished, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { onWorkAdded } from '../outbox/outbox.ts'

export const exampleMailFrom = { name: 'Jo’s site', address: 'no-reply@site.example' }
export const exampleMailSecret = 'aBc-123_x.y~z'
export const exampleMailLink = `https://site.example/verify-email#token=${exampleMailSecret}`
/** A mail whose text and HTML contain `exampleMailSecret`. */
export const exampleMail = {
  to: 'reader@example.org',
  subject: 'Confirm your address – Jo’s site',
  text: `Open this:\n${exampleMailLink}`,
  html: `<p><a href="${exampleMailLink}">Confirm</a> ${exampleMailLink}</p>`,
}

/** Creates a log and the list of its lines, with their messages and fields. */
export function createRecordingLog() {
  const lines: Record<string, unknown>[] = []
  const write = (fields: object, message?: string) => {
    lines.push({ message, ...fields })
  }
  return { log: { info: write, warn: write, error: write }, lines }
}

/** Returns a list. Each later commit that adds work to the outbox or for a job appends the kind of this work. */
export function collectAddedWorkKinds(db: Database): string[] {
  const works: string[] = []
  onTestFinished(onWorkAdded(db, (work) => works.push(work)))
  return works
}

export const getOnlyOutboxRow = (db: Database) => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()

/** Advances the mocked system time of a test. */
export const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms)
