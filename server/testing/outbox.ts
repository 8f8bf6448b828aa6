import { vi } from 'vitest'
import type { Database } from '../db/database.ts'

export const mailFrom = { name: 'Jo’s site', address: 'no-reply@site.example' }
export const secret = 'aBc-123_x.y~z'
export const link = `https://site.example/verify-email#token=${secret}`
/** A mail with a secret, in all its parts. */
export const mail = {
  to: 'reader@example.org',
  subject: 'Confirm your address – Jo’s site',
  text: `Open this:\n${link}`,
  html: `<p><a href="${link}">Confirm</a> ${link}</p>`,
}

/** A log, and the lines written to it: their words and fields. */
export function keepLines() {
  const lines: Record<string, unknown>[] = []
  const write = (fields: object, words?: string) => {
    lines.push({ words, ...fields })
  }
  return { log: { info: write, warn: write, error: write }, lines }
}

/** The one row of an outbox that has no other. */
export const onlyRow = (db: Database) => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()

/** Lets the clock that a test has stopped go on by so much. */
export const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
