import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'

/** Says which samples the database has had, so that one that was deleted is gone for good. */
const KEY = 'samples'

const links = [
  { label: 'About the author', url: '/about-me' },
  { label: 'Notices at the desk', url: '/desk/notices' },
]

/**
 * Puts one notice, marked as a sample, into a database that is new: one that nobody has an account in and that has not had
 * it. Of several processes that start at once, one does.
 */
export async function addSampleNotice(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('settings')
      .values({ key: KEY, value: JSON.stringify(['notice']) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    const now = Date.now()
    await tx
      .insertInto('notices')
      .values({
        id: newId(),
        message: 'Welcome to your new site. This is a sample notice, which every reader sees until you delete it.',
        priority: 'normal',
        audience: 'everyone',
        links: JSON.stringify(links),
        starts_at: now,
        ends_at: null,
        withdrawn_at: null,
        push: 0,
        pushed_at: null,
        is_sample: 1,
        created_at: now,
      })
      .execute()
  })
}
