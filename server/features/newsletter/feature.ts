import { HOUR_MS } from '#contract/limits.ts'
import { createTransactionSubscription } from '../../events/events.ts'
import { defineFeature } from '../define-feature.ts'
import type { NewsletterContext } from './context.ts'
import { createNewsletterSender } from './newsletter-sender.ts'
import { createNewsletterJob, deletePageMails, schedulePageMails } from './queue-mails.ts'
import { mailedLinkRoutes, newsletterRoutes, scriptlessSubscribeRoute } from './routes.ts'
import { deleteExpiredSubscriptionRequests } from './subscribe.ts'
import { moveSubscriberOnEmailConfirmed, newsletterUserDataHandlers } from './subscribers.ts'

/** Creates the feature that mails new pages to everybody who has subscribed. */
export function createNewsletterFeature(context: NewsletterContext) {
  const { db, send } = context
  return defineFeature({
    name: 'newsletter',
    switchedBy: 'newsletter',
    routes: ({ bind, addScope }) => {
      newsletterRoutes(bind, context)
      addScope('links of the newsletter', (links) => mailedLinkRoutes(links.bind, context))
      addScope('form of the newsletter', ({ scope, bind: bindForm }) => {
        scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
          done(null, Object.fromEntries(new URLSearchParams(body as string))),
        )
        scriptlessSubscribeRoute(bindForm, context)
      })
    },
    jobs: [createNewsletterJob(context)],
    leaderJobs: [{ everyMs: HOUR_MS, run: () => deleteExpiredSubscriptionRequests(db) }],
    senders: [createNewsletterSender(context)],
    userData: [newsletterUserDataHandlers],
    rowSubscriptions: [moveSubscriberOnEmailConfirmed],
    subscriptions: [
      // A page that appears while there is no mail server is not mailed later either.
      createTransactionSubscription('page.appeared', async ({ key }, tx) => {
        if (send !== null) await schedulePageMails(tx, key)
      }),
      createTransactionSubscription('page.withdrawn', ({ key }, tx) => deletePageMails(tx, key)),
    ],
  })
}
