import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Queries } from '../../db/database.ts'
import { hashText, type Signals } from './spam.ts'

const RECENT_MS = 5 * MINUTE_MS
/** Several people write the same shorter text, such as “Thank you!”. */
const COPIED_LENGTH_MIN = 20

/** Reads the signals of spam for a comment from the database. @param id its id: an edit is no repetition of itself */
export async function signalsOf(
  db: Queries,
  { id, userId, content }: { id: string; userId: string; content: string },
): Promise<Omit<Signals, 'form'>> {
  const now = Date.now()
  const ownComments = db.selectFrom('comments').where('user_id', '=', userId).where('id', '!=', id)
  const visible = await ownComments.select('id').where('state', '=', 'visible').limit(1).executeTakeFirst()
  const { recent } = await ownComments
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .where('state', 'in', ['visible', 'pending', 'hidden'])
    .where('created_at', '>', now - RECENT_MS)
    .executeTakeFirstOrThrow()
  return { content, first: !visible, recent, repeats: await repeatsOf(db, { id, userId, content, now }) }
}

async function repeatsOf(
  db: Queries,
  { id, userId, content, now }: { id: string; userId: string; content: string; now: number },
): Promise<Signals['repeats']> {
  const sameText = db
    .selectFrom('comments')
    .select('id')
    .where('content_hash', '=', hashText(content))
    .where('id', '!=', id)
    .limit(1)
  if (await sameText.where('user_id', '=', userId).executeTakeFirst()) return 'own'
  if (content.length < COPIED_LENGTH_MIN) return null
  return (await sameText.where('created_at', '>', now - DAY_MS).executeTakeFirst()) ? 'others' : null
}
