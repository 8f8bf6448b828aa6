import { HOUR_MS } from '#contract/limits.ts'
import type { Database, Queries } from '../../db/database.ts'
import { defineFeature, withIsoTimes } from '../define-feature.ts'
import { listDevices } from './devices.ts'
import { createFirebase, firebaseHosts } from './firebase.ts'
import { forgetOldPushes } from './ledger.ts'
import { readPreferences } from './preferences.ts'
import { pushSender } from './push-sender.ts'
import { type PushOptions, pushRoutes } from './routes.ts'
import { createWebPush, vapidKeysOf } from './web-push.ts'

/** Creates the push feature. @param options.contact the owner's contact URL for push services (RFC 8292 2.1) */
export const push = ({ db, contact, services, firebase }: PushOptions & { db: Database; contact: string }) =>
  defineFeature({
    name: 'push',
    switchedBy: 'push',
    routes: ({ bind }) => pushRoutes(bind, { db, services, firebase }),
    leaderJobs: [{ everyMs: HOUR_MS, run: () => forgetOldPushes(db) }],
    senders: [
      pushSender({
        db,
        webPush: createWebPush(vapidKeysOf(db), contact, services),
        firebase: firebase && createFirebase(firebase),
      }),
    ],
    userData: pushUserData,
    /** The hosts that pages contact for push; the Content-Security-Policy allows them. */
    hosts: firebase?.web ? firebaseHosts : [],
  })

/**
 * Exports the preferences and devices of a reader, without the tokens of the devices. All are deleted with the account.
 */
const pushUserData = {
  export: async (db: Queries, userId: string) => {
    const devices = await listDevices(db, { userId, sessionId: '' })
    return {
      pushDevices: devices.map(({ name, platform, registeredAt }) => withIsoTimes({ name, platform, registeredAt })),
      pushPreferences: await readPreferences(db, userId),
    }
  },
}
