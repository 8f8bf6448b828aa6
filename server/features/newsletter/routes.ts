import * as calls from '#contract/newsletter.ts'
import { newsletterPaths } from '#contract/newsletter.ts'
import { by } from '../../db/audit-log.ts'
import { readEmail } from '../../db/email-key.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { checkedEmail } from '../../http/checked-email.ts'
import type { NewsletterContext } from './context.ts'
import * as desk from './desk-subscribers.ts'
import { confirmSubscription, requestSubscription, SUBSCRIBED, unsubscribe } from './subscribe.ts'
import { readChoice, saveChoice } from './subscribers.ts'

export function newsletterRoutes(bind: Bind, context: NewsletterContext): void {
  const { db, send } = context

  bind(calls.subscribe, async ({ body: { email, frequency } }) => {
    await requestSubscription(context, { ...checkedEmail(email), frequency })
    return { message: SUBSCRIBED }
  })
  bind(calls.getNewsletterChoice, ({ actor }) => readChoice(db, actor))
  bind(calls.setNewsletterChoice, async ({ actor, body }) => {
    await db.transaction().execute((tx) => saveChoice(tx, actor, body.frequency))
    return readChoice(db, actor)
  })

  bind(calls.listSubscribers, async ({ query }) => ({
    ...(await desk.listSubscribers(db, query)),
    counts: await desk.countSubscribers(db),
    smtp: send !== null,
  }))
  bind(calls.listAnnouncedPages, async () => ({ pages: await desk.listAnnouncedPages(db) }))
  bind(calls.removeSubscriber, ({ params: { id }, actor }) => desk.removeSubscriber(db, by(actor), id))
  bind(calls.importSubscribers, ({ body, actor }) => desk.importSubscribers(db, by(actor), body.csv))
  bind(calls.exportSubscribers, ({ actor }) => desk.exportSubscribers(db, by(actor)))
}

/** Adds the call for the form of a page in a browser without scripts. */
export function formRoutes(bind: Bind, context: NewsletterContext): void {
  const redirectTo = (path: string) => redirection(context, path)
  bind(calls.subscribeByForm, async ({ body: { email, frequency } }) => {
    const address = readEmail(email)
    if (!context.send) return redirectTo(newsletterPaths.unavailable)
    if (!address) return redirectTo(newsletterPaths.invalidAddress)
    await requestSubscription(context, { ...address, frequency })
    return redirectTo(newsletterPaths.sent)
  })
}

/** Adds the calls of mailed links. A GET request, which link scanners send, opens a page and changes nothing. */
export function linkRoutes(bind: Bind, context: NewsletterContext): void {
  bind(calls.confirmSubscription, async ({ query: { token } }) => {
    const isConfirmed = await confirmSubscription(context, token)
    return redirection(context, isConfirmed ? newsletterPaths.confirmed : newsletterPaths.linkExpired)
  })
  bind(calls.unsubscribeFromNewsletter, async ({ query: { token }, body }) => {
    await unsubscribe(context, token)
    const isPage = body !== null && body !== undefined && Buffer.from(body).toString() === 'by=page'
    return isPage ? redirection(context, newsletterPaths.unsubscribed) : { status: 204, body: undefined }
  })
}

const redirection = ({ origin }: NewsletterContext, path: string) =>
  ({ status: 303, body: undefined, headers: { location: `${origin}${path}` } }) as const
