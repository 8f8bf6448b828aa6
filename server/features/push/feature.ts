import { HOUR_MS } from '#contract/limits.ts'
import { site } from '#site'
import type { DatabaseOrTx } from '../../db/database.ts'
import { createTransactionSubscription } from '../../events/events.ts'
import { enqueuePush } from '../../outbox/enqueue-push.ts'
import { defineFeature } from '../define-feature.ts'
import { listDevices } from './devices.ts'
import { createFirebaseSender, firebaseBrowserOrigins } from './firebase.ts'
import { deleteOldPushesAndDevices } from './ledger.ts'
import { readPushPreferences } from './preferences.ts'
import { createPushSender } from './push-sender.ts'
import { type PushOptions, pushRoutes } from './routes.ts'
import { createVapidKeyReader, createWebPushSender } from './web-push.ts'

/** Creates the push feature. @param options.contact the owner's contact URL for push services (RFC 8292 2.1) */
export function createPushFeature({ contact, ...options }: PushOptions & { contact: string }) {
  const { db, services, firebase } = options
  const webPush = createWebPushSender(createVapidKeyReader(db), contact, services)
  return defineFeature({
    name: 'push',
    switchedBy: 'push',
    routes: ({ bind }) => pushRoutes(bind, options),
    leaderJobs: [{ everyMs: HOUR_MS, run: () => deleteOldPushesAndDevices(db) }],
    senders: [createPushSender(db, webPush, firebase && createFirebaseSender(firebase))],
    userData: [pushUserData],
    subscriptions: [
      createTransactionSubscription('page.appeared', async ({ key, title, description, path }, tx) => {
        const body = description || `New on ${site.name}`
        await enqueuePush(tx, 'readers', { topic: 'pages', title, body, url: path, tag: toTag(key) })
      }),
      createTransactionSubscription('page.withdrawn', async ({ key }, tx) => {
        const messages = tx.selectFrom('push_messages').select('id').where('tag', '=', toTag(key))
        await tx.deleteFrom('outbox').where('push_message_id', 'in', messages).where('state', '=', 'waiting').execute()
      }),
    ],
    /** The hosts that pages contact for push; the Content-Security-Policy allows them. */
    hosts: firebase?.web ? firebaseBrowserOrigins : [],
  })
}

/** Returns the tag of the messages about a page. @param key the key of the page */
const toTag = (key: string) => `page-${key}`

/**
 * Exports the preferences and devices of a reader, without the tokens of the devices. All are deleted with the account.
 */
const pushUserData = {
  export: async (db: DatabaseOrTx, userId: string) => {
    const devices = await listDevices(db, { userId, sessionId: '' })
    return {
      pushDevices: devices.map(({ name, platform, registeredAt }) => ({ name, platform, registeredAt })),
      pushPreferences: await readPushPreferences(db, userId),
    }
  },
}
