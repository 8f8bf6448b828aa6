import type { Queries } from '../../db/database.ts'
import { type Events, type Subscription, subscribeInTransaction } from '../../events/events.ts'
import { lockPagesOf, updateVisibility } from './update-visibility.ts'

/** Updates the visibility of an account's comments when its name, picture, role or ban has changed. */
export const onProfileChanged = (events: Events): Subscription =>
  subscribeInTransaction('profile.changed', async ({ userId }, tx) => {
    await lockPagesOf(tx, userId)
    await publishPages(events, tx, await updateVisibility(tx, { userId }))
  })

/** Publishes that comments of some pages have changed, and with them the list of moderation. */
export async function publishPages(events: Events, tx: Queries, pages: readonly string[]): Promise<void> {
  for (const pageUrl of pages) await events.publish(tx, 'comments.changed', { pageUrl })
  await events.publish(tx, 'moderation.changed')
}
