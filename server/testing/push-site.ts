import { onTestFinished } from 'vitest'
import type { PushPlatform } from '#contract/push.ts'
import type { AppOptions } from '../app.ts'
import { enqueueDueNoticePushes } from '../features/notices/push-notices.ts'
import { createFirebaseSender } from '../features/push/firebase.ts'
import { createPushSender } from '../features/push/push-sender.ts'
import { createVapidKeyReader, createWebPushSender } from '../features/push/web-push.ts'
import { deliverDue } from '../outbox/deliver.ts'
import { enqueuePush, type PushMessage, type PushRecipients } from '../outbox/enqueue-push.ts'
import { createCommentSite } from './comments.ts'
import { origins } from './origins.ts'
import { createRecordingLog } from './outbox.ts'
import { startPushService } from './push-service.ts'
import { type PushSubscriber, subscribeBrowser } from './push-subscriber.ts'

/** Creates a site with Ada the admin, Nora, Otto and a push service, and functions for tests of push. */
export async function createPushSite({ firebase = null, ...options }: Partial<AppOptions & AppOptions['push']> = {}) {
  const service = await startPushService()
  onTestFinished(service.close)
  const push = { services: [service.origin], firebase }
  const site = await createCommentSite({ ...options, push })
  const { db, as } = site
  const webPush = createWebPushSender(createVapidKeyReader(db), origins[0], push.services)
  const sender = createPushSender(db, webPush, firebase && createFirebaseSender(firebase))
  const { log, lines } = createRecordingLog()
  let tags = 0

  const register = (who: { token: string }, token: string, platform: PushPlatform = 'web') =>
    as(who, 'POST', '/users/fcm-token', { token, platform })

  return {
    ...site,
    service,
    sender,
    log,
    /** The lines that the sender has logged. */
    lines,
    register,
    /** Registers a new browser of a reader. */
    addBrowser: async (who: { token: string }): Promise<PushSubscriber> => {
      const browser = subscribeBrowser(service)
      const answer = await register(who, browser.token)
      if (answer.status !== 204) throw new Error(`The browser was not taken: ${JSON.stringify(answer)}`)
      return browser
    },
    /** Adds a push with its own tag to the outbox, as a feature does. @returns the number of devices */
    tell: (to: PushRecipients, message: Partial<PushMessage> = {}) =>
      db.transaction().execute((tx) =>
        enqueuePush(tx, to, {
          topic: 'replies',
          title: 'Hats',
          body: 'are in',
          url: '/',
          tag: `hats-${++tags}`,
          ...message,
        }),
      ),
    /** Delivers all due pushes. @returns the number of delivered outbox rows */
    deliver: async () => {
      await enqueueDueNoticePushes(db)
      let sum = 0
      for (let some = -1; some !== 0; sum += some) some = await deliverDue({ db, sender, log })
      return sum
    },
    /** The rows of pushes, oldest first. */
    rows: () => db.selectFrom('outbox').selectAll().where('kind', '=', 'push').orderBy('id').execute(),
    /** Reads the push ledger at the desk. */
    ledger: async () => (await as(site.ada, 'GET', '/api/desk/push')).body,
  }
}
