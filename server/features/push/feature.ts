import { HOUR_MS } from '#contract/limits.ts'
import type { Database } from '../../db/database.ts'
import { defineFeature } from '../define-feature.ts'
import { createFirebase, firebaseHosts } from './firebase.ts'
import { forgetOldPushes } from './ledger.ts'
import { pushSender } from './push-sender.ts'
import { type PushOptions, pushRoutes } from './routes.ts'
import { pushUserData } from './user-data.ts'
import { vapidKeysOf } from './vapid-keys.ts'
import { createWebPush } from './web-push.ts'

/** @param options.contact the owner's address for push services (RFC 8292 2.1) */
export const push = ({ db, contact, services, firebase }: PushOptions & { db: Database; contact: string }) =>
  defineFeature({
    name: 'push',
    switchedBy: 'push',
    routes: ({ bind }) => pushRoutes(bind, { db, services, firebase }),
    jobs: [{ everyMs: HOUR_MS, run: () => forgetOldPushes(db) }],
    senders: [
      pushSender({
        db,
        webPush: createWebPush({ keys: vapidKeysOf(db), subject: contact, services }),
        firebase: firebase && createFirebase(firebase),
      }),
    ],
    userData: pushUserData,
    /** The hosts that pages must reach for push, for the Content-Security-Policy. */
    hosts: firebase?.web ? firebaseHosts : [],
  })
