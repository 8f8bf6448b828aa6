import { HOUR_MS } from '#contract/limits.ts'
import { subscribe } from '../../events/events.ts'
import type { ServedBuild } from '../../http/served-build.ts'
import { defineFeature } from '../define-feature.ts'
import { createPageAnnouncer } from './announce-pages.ts'
import type { NewsletterContext } from './context.ts'
import { createNewsletterSender } from './newsletter-sender.ts'
import { createNewsletterJob } from './queue-mails.ts'
import { formRoutes, mailedLinkRoutes, newsletterRoutes } from './routes.ts'
import { deleteExpiredSubscriptionRequests } from './subscribe.ts'
import { addressChangeSubscription, newsletterUserData } from './subscribers.ts'

/** Mails about new pages to everybody who has agreed. */
export function newsletter({ build, ...context }: NewsletterContext & { build: Pick<ServedBuild, 'pages'> }) {
  const { start, announceDue } = createPageAnnouncer(context, build)
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
        formRoutes(bindForm, context)
      })
    },
    jobs: [createNewsletterJob(context, announceDue)],
    leaderJobs: [{ everyMs: HOUR_MS, run: () => deleteExpiredSubscriptionRequests(context.db) }],
    senders: [createNewsletterSender(context)],
    userData: newsletterUserData,
    subscriptions: [addressChangeSubscription, subscribe('build.served', announceDue)],
    prepare: start,
  })
}
