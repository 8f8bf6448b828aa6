import { HOUR_MS } from '#contract/limits.ts'
import { subscribe } from '../../events/events.ts'
import type { ServedBuild } from '../../http/served-build.ts'
import { defineFeature } from '../define-feature.ts'
import { createAnnouncer } from './announce-pages.ts'
import type { NewsletterContext } from './context.ts'
import { newsletterSender } from './newsletter-sender.ts'
import { newsletterJob } from './queue-mails.ts'
import { formRoutes, linkRoutes, newsletterRoutes } from './routes.ts'
import { deleteExpiredRequests } from './subscribe.ts'
import { followAddress, newsletterUserData } from './subscribers.ts'

/** Mails about new pages to everybody who has agreed. */
export function newsletter({ build, ...context }: NewsletterContext & { build: Pick<ServedBuild, 'pages'> }) {
  const { start, announceDue } = createAnnouncer(context, build)
  return defineFeature({
    name: 'newsletter',
    switchedBy: 'newsletter',
    routes: ({ bind, addScope }) => {
      newsletterRoutes(bind, context)
      addScope('links of the newsletter', (links) => linkRoutes(links.bind, context))
      addScope('form of the newsletter', ({ scope, bind: bindForm }) => {
        scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
          done(null, Object.fromEntries(new URLSearchParams(body as string))),
        )
        formRoutes(bindForm, context)
      })
    },
    jobs: [newsletterJob(context, announceDue)],
    leaderJobs: [{ everyMs: HOUR_MS, run: () => deleteExpiredRequests(context.db) }],
    senders: [newsletterSender(context)],
    userData: newsletterUserData,
    subscriptions: [followAddress, subscribe('build.served', announceDue)],
    prepare: start,
  })
}
