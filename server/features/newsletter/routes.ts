import * as calls from '#contract/newsletter.ts'
import { newsletterPagePaths } from '#contract/newsletter.ts'
import { tryParseEmail } from '../../db/email-key.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import { parseEmail } from '../../http/parse-email.ts'
import type { NewsletterContext } from './context.ts'
import * as desk from './desk-subscribers.ts'
import { CONFIRMATION_SENT_MESSAGE, confirmSubscription, requestSubscription, unsubscribe } from './subscribe.ts'
import { readNewsletterFrequency, saveNewsletterFrequency } from './subscribers.ts'

export function newsletterRoutes(bind: BindEndpoint, context: NewsletterContext): void {
  const { db, send } = context

  bind(calls.requestNewsletterSubscription, async ({ body: { email, frequency } }) => {
    await requestSubscription(context, { ...parseEmail(email), frequency })
    return { message: CONFIRMATION_SENT_MESSAGE }
  })
  bind(calls.getNewsletterFrequency, ({ actor }) => readNewsletterFrequency(db, actor))
  bind(calls.setNewsletterFrequency, async ({ actor, body }) => {
    if (body.frequency !== null && !send) throw new Refusal('newsletter_unavailable')
    await db.transaction().execute((tx) => saveNewsletterFrequency(tx, actor, body.frequency))
    return readNewsletterFrequency(db, actor)
  })

  bind(calls.listSubscribers, async ({ query }) => ({
    ...(await desk.listSubscribers(db, query)),
    counts: await desk.countSubscribersByState(db),
    smtp: send !== null,
  }))
  bind(calls.listAnnouncedPages, async () => ({ pages: await desk.listAnnouncedPages(db) }))
  bind(calls.removeSubscriber, ({ params: { id }, actor }) => desk.removeSubscriber(db, actor, id))
  bind(calls.importSubscribers, ({ body, actor }) => desk.importSubscribers(db, actor, body.csv))
  bind(calls.exportSubscribers, ({ actor }) => desk.exportSubscribers(db, actor))
}

/** Adds the call of the subscription form that a browser without scripts sends. */
export function scriptlessSubscribeRoute(bind: BindEndpoint, context: NewsletterContext): void {
  const redirectTo = (path: string) => redirection(context, path)
  bind(calls.requestNewsletterSubscriptionByForm, async ({ body: { email, frequency } }) => {
    const address = tryParseEmail(email)
    if (!context.send) return redirectTo(newsletterPagePaths.unavailable)
    if (!address) return redirectTo(newsletterPagePaths.invalidAddress)
    await requestSubscription(context, { ...address, frequency })
    return redirectTo(newsletterPagePaths.sent)
  })
}

/** Adds the calls of mailed links. A GET request, which link scanners send, opens a page and changes nothing. */
export function mailedLinkRoutes(bind: BindEndpoint, context: NewsletterContext): void {
  bind(calls.confirmSubscription, async ({ query: { token } }) => {
    const isConfirmed = await confirmSubscription(context, token)
    return redirection(context, isConfirmed ? newsletterPagePaths.confirmed : newsletterPagePaths.linkExpired)
  })
  bind(calls.unsubscribeFromNewsletter, async ({ query: { token }, body }) => {
    await unsubscribe(context, token)
    const isPage = body !== null && body !== undefined && Buffer.from(body).toString() === 'by=page'
    return isPage ? redirection(context, newsletterPagePaths.unsubscribed) : { status: 204, body: undefined }
  })
}

const redirection = ({ origin }: NewsletterContext, path: string) =>
  ({ status: 303, body: undefined, headers: { location: `${origin}${path}` } }) as const
