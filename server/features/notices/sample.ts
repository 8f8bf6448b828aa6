import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { addSampleOnce } from '../../db/samples.ts'

const links = [
  { label: 'What the site keeps of its readers', url: '/privacy' },
  { label: 'Notices at the desk', url: '/desk/notices' },
]

/** Inserts a sample notice into a new database, once. */
export const addSampleNotice = (db: Database): Promise<void> =>
  addSampleOnce(db, 'samples', async (tx) => {
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
