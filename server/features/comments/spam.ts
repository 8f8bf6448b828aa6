import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { countQueryRows, hasRow } from '../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'

/** A comment with at least this score waits for approval under every policy. */
const SPAM_SCORE_MIN = 3

export interface SpamSignals {
  content: string
  /** The data that the posting form sent; undefined for an edit. */
  form?: { website: string; openMs: number | null }
  /** Whether the account has no visible comment yet. */
  first: boolean
  recent: number
  /** The earlier author of the same text: the same account at any time, or another account within a day. */
  repeats: 'own' | 'others' | null
}

export interface SpamRating {
  score: number
  reasons: string[]
}

/** Returns whether a comment must wait for approval under every policy. Comments of admins never have to wait. */
export const isSpamSuspect = ({ score }: SpamRating, { roles }: Pick<Actor, 'roles'>): boolean =>
  score >= SPAM_SCORE_MIN && !roles.includes('Admin')

const RECENT_MS = 5 * MINUTE_MS
/**
 * The length from which a repeated text of another author counts as copied. Several people write shorter texts, such as
 * “Thank you!”.
 */
const COPIED_LENGTH_MIN = 20
const FAST_MS = 3 * SECOND_MS
const FREE_LINKS = 2
const RECENT_MAX = 3
const SHOUTED_LETTERS_MIN = 20

/**
 * Reads the spam signals of a comment from the database. @param id the id of the comment. The comment itself is
 * ignored, so that an edit does not count as a repetition
 */
export async function readSpamSignals(
  db: DatabaseOrTx,
  { id, userId, content }: { id: string; userId: string; content: string },
): Promise<Omit<SpamSignals, 'form'>> {
  const ownComments = db.selectFrom('comments').where('user_id', '=', userId).where('id', '!=', id)
  const first = !(await hasVisibleComment(db, userId, id))
  const recent = await countQueryRows(
    ownComments.where('state', 'in', ['visible', 'pending', 'hidden']).where('created_at', '>', Date.now() - RECENT_MS),
  )
  return { content, first, recent, repeats: await findRepeat(db, { id, userId, content }) }
}

/** Returns whether an account has a visible comment. @param exceptId a comment that does not count */
export const hasVisibleComment = (db: DatabaseOrTx, userId: string, exceptId = ''): Promise<boolean> =>
  hasRow(
    db.selectFrom('comments').where('user_id', '=', userId).where('id', '!=', exceptId).where('state', '=', 'visible'),
  )

async function findRepeat(
  db: DatabaseOrTx,
  { id, userId, content }: { id: string; userId: string; content: string },
): Promise<SpamSignals['repeats']> {
  const sameText = db.selectFrom('comments').where('content_hash', '=', hashCommentText(content)).where('id', '!=', id)
  if (await hasRow(sameText.where('user_id', '=', userId))) return 'own'
  if (content.length < COPIED_LENGTH_MIN) return null
  return (await hasRow(sameText.where('created_at', '>', Date.now() - DAY_MS))) ? 'others' : null
}

/** Returns a hash of the text that ignores blanks and capitals. */
export function hashCommentText(content: string): string {
  return createHash('sha256').update(content.toLowerCase().replace(/\s+/g, '')).digest('base64url')
}

type Sign = [points: number, reason: string]

/** Returns the spam score of a comment and the reasons for it. No external service is used. */
export function scoreSpam(signals: SpamSignals): SpamRating {
  const signs = [...findSigns(signals)]
  return { score: signs.reduce((sum, [points]) => sum + points, 0), reasons: signs.map(([, reason]) => reason) }
}

function* findSigns({ form, content, first, recent, repeats }: SpamSignals): Generator<Sign> {
  if (form && form.website !== '') yield [5, 'Filled in a field that people do not see.']
  if (form?.openMs === null) yield [1, 'Was not sent by the form of the page.']
  else if (form && form.openMs < FAST_MS)
    yield [2, `Sent ${(form.openMs / SECOND_MS).toFixed(1)} seconds after the form was opened.`]

  const links = content.match(/\bhttps?:\/\/(?:www\.)?|\bwww\./gi)?.length ?? 0
  if (links > FREE_LINKS) yield [links - FREE_LINKS, `Has ${links} links.`]
  if (first && links > 0) yield [2, 'Has a link, and is the first comment of its author.']

  if (recent >= RECENT_MAX) yield [2, `Is number ${recent + 1} of its author within five minutes.`]
  if (repeats === 'own') yield [3, 'Its author has written the same words before.']
  if (repeats === 'others') yield [3, 'Somebody else has written the same words within a day.']

  if (/([^\s\p{P}\p{S}])\1{9}/u.test(content)) yield [1, 'Repeats one letter many times.']
  const letters = content.match(/\p{L}/gu)?.length ?? 0
  const capitals = content.match(/\p{Lu}/gu)?.length ?? 0
  if (letters > SHOUTED_LETTERS_MIN && capitals > letters * 0.7) yield [1, 'Is mostly in capitals.']
  if (/\p{sc=Latin}\p{M}*[\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}]\p{M}*\p{sc=Latin}/u.test(content))
    yield [1, 'Mixes letters of several scripts within a word.']
}
