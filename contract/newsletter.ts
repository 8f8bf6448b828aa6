import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS, MINUTE_MS, SUBSCRIBER_IMPORT_BYTES_MAX } from './limits.ts'

const nothing = z.undefined()
const ms = z.int()

/** How often a subscriber gets mails about new pages. */
export const newsletterFrequencies = ['instant', 'weekly'] as const
export type NewsletterFrequency = (typeof newsletterFrequencies)[number]

/** Email addresses in the states `unsubscribed` and `bounced` stay in the list, so that no import adds them again. */
export const subscriberStates = ['active', 'unsubscribed', 'bounced'] as const
export type SubscriberState = (typeof subscriberStates)[number]

/**
 * The paths of the public pages. The last pages, beginning with `sent`, show the result of a form to a browser without
 * scripts.
 */
export const newsletterPagePaths = {
  form: '/newsletter',
  confirm: '/newsletter/confirm',
  unsubscribe: '/newsletter/unsubscribe',
  sent: '/newsletter/sent',
  confirmed: '/newsletter/confirmed',
  unsubscribed: '/newsletter/unsubscribed',
  linkExpired: '/newsletter/link-expired',
  invalidAddress: '/newsletter/invalid-address',
  unavailable: '/newsletter/unavailable',
} as const

/** The pages of mailed links. Their forms post to the URL of the page, so they work in a browser only. */
const mailedLinkPaths: readonly string[] = [newsletterPagePaths.confirm, newsletterPagePaths.unsubscribe]

/** Returns whether the native app opens links to a page. The browser opens the others. */
export const opensInNativeApp = (path: string): boolean => !mailedLinkPaths.includes(path)

const subscription = z.object({
  email: z.string('must be text').max(1000, 'is too long'),
  frequency: z.enum(newsletterFrequencies).default('instant'),
})
const subscriptionLimits = [
  { per: 'address', max: 20, windowMs: HOUR_MS },
  { per: 'email', max: 5, windowMs: HOUR_MS },
] as const

/** Mails a link that confirms a subscription. The answer is the same for every address. */
export const requestNewsletterSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/newsletter',
  access: 'anyone',
  body: subscription,
  replies: { 202: z.object({ message: z.string() }) },
  errors: ['email_invalid', 'newsletter_unavailable'],
  limits: subscriptionLimits,
})

/** `requestNewsletterSubscription` for a browser without scripts. Redirects to the page that shows the result. */
export const requestNewsletterSubscriptionByForm = defineEndpoint({
  method: 'POST',
  path: '/api/newsletter/form',
  access: 'anyone',
  body: subscription,
  replies: { 303: nothing },
  plainErrors: true,
  limits: subscriptionLimits,
})

/** The secret of a mailed link. A malformed secret gets the same reply as an unknown secret. */
const secret = z.object({ token: z.string().max(200).default('') })
/** A mail provider posts for all its users from a few IP addresses, so the limit is high. */
const linkLimits = [{ per: 'address', max: 600, windowMs: MINUTE_MS }] as const
/** The form that a page or a mail program posts. Its content is not used. */
const submittedForm = z.instanceof(Uint8Array).nullish()

/** Confirms a subscription. The mailed link opens a page at the same path, whose button makes this call. */
export const confirmSubscription = defineEndpoint({
  method: 'POST',
  path: newsletterPagePaths.confirm,
  access: 'anyone',
  query: secret,
  body: submittedForm,
  replies: { 303: nothing },
  plainErrors: true,
  limits: linkLimits,
})

/**
 * Ends the mails to a subscriber. The call comes from a mail program with one click (RFC 8058), or from the button of
 * the page at the same path. An unknown token gets the same reply as a valid token. A mail program gets no redirect,
 * because RFC 8058 advises against it.
 */
export const unsubscribeFromNewsletter = defineEndpoint({
  method: 'POST',
  path: newsletterPagePaths.unsubscribe,
  access: 'anyone',
  query: secret,
  body: submittedForm,
  replies: { 204: nothing, 303: nothing },
  plainErrors: true,
  limits: linkLimits,
})

/** The newsletter setting of an account. `hasBounced`: the mail server refused the account's email address. */
const choice = z.object({ frequency: z.enum(newsletterFrequencies).nullable(), hasBounced: z.boolean() })
export type AccountNewsletterSetting = z.output<typeof choice>

/** Returns how often the reader gets mails about new pages; `frequency` is null for never. */
export const getNewsletterFrequency = defineEndpoint({
  method: 'GET',
  path: '/api/account/newsletter',
  access: 'reader',
  replies: { 200: choice },
})

/** Saves how often the reader gets mails about new pages. Without a mail server, only null is accepted. */
export const setNewsletterFrequency = defineEndpoint({
  method: 'PUT',
  path: '/api/account/newsletter',
  access: 'reader',
  body: z.object({ frequency: z.enum(newsletterFrequencies).nullable() }),
  replies: { 200: choice },
  errors: ['newsletter_unavailable'],
  limits: [{ per: 'account', max: 60, windowMs: HOUR_MS }],
})

export const subscriberSchema = z.object({
  id: z.string(),
  email: z.string(),
  frequency: z.enum(newsletterFrequencies),
  state: z.enum(subscriberStates),
  source: z.enum(['form', 'account', 'import']),
  createdAt: ms,
  /** The time of the last change of the state. */
  changedAt: ms,
  /** The reply of the mail server to the last mail that failed. */
  lastError: z.string().nullable(),
})
export type Subscriber = z.output<typeof subscriberSchema>

const subscriberFilter = z.object({
  state: z.enum(['all', ...subscriberStates]).default('all'),
  search: z.string().max(200).default(''),
})

/** Lists the subscribers, newest first, with the number in each state. */
export const listSubscribers = defineEndpoint({
  method: 'GET',
  path: '/api/desk/subscribers',
  access: 'admin',
  query: subscriberFilter.extend({ cursor: z.uuid().optional() }),
  replies: {
    200: z.object({
      subscribers: z.array(subscriberSchema),
      damaged: damagedRowsSchema,
      next: z.string().nullable(),
      counts: z.object({ active: z.int(), unsubscribed: z.int(), bounced: z.int() }),
      /** Whether the site can send mail. */
      smtp: z.boolean(),
    }),
  },
})

const announcedPage = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  announcedAt: ms,
  /** The number of mails about the page that the mail server accepted. */
  sent: z.int(),
  /** The number of mails about the page that failed and are not sent again. */
  failed: z.int(),
  /** The number of mails about the page that are not sent yet. */
  left: z.int(),
})
export type AnnouncedPage = z.output<typeof announcedPage>

/** Lists the pages that were announced by mail, newest first. */
export const listAnnouncedPages = defineEndpoint({
  method: 'GET',
  path: '/api/desk/announced-pages',
  access: 'admin',
  replies: { 200: z.object({ pages: z.array(announcedPage) }) },
})

/** Deletes a subscriber. Afterwards, the email address can be imported again, even if it had unsubscribed. */
export const removeSubscriber = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/subscribers/:id',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  replies: { 204: nothing },
  errors: ['not_found', 'proof_required', 'protection_required'],
})

const importResult = z.object({
  added: z.int(),
  /** The number of addresses that are already subscribed, or that are repeated in the file. */
  known: z.int(),
  /** The number of addresses that are not added, because they have unsubscribed. */
  unsubscribed: z.int(),
  /** The number of addresses that are not added, because the mail server refused them. */
  bounced: z.int(),
  /** The number of lines without a valid email address. */
  invalid: z.int(),
  /** The first of the lines without a valid email address. */
  invalidLines: z.array(z.object({ line: z.int(), text: z.string() })),
})
export type SubscriberImportResult = z.output<typeof importResult>

/**
 * Adds the email addresses of a CSV file. The people in the list must have agreed to get mails about new pages. A new
 * address with the state `unsubscribed` or `bounced` in the file gets this state, and counts as not added. An address
 * that the site knows keeps its state.
 */
export const importSubscribers = defineEndpoint({
  method: 'POST',
  path: '/api/desk/subscribers/import',
  access: 'admin',
  body: z.object({ csv: z.string(), haveAgreed: z.literal(true, 'must be true: only people who agreed are added') }),
  bodyLimit: 2 * SUBSCRIBER_IMPORT_BYTES_MAX,
  replies: { 200: importResult },
  errors: ['import_too_large', 'import_empty'],
})

/** Returns all subscribers as CSV. */
export const exportSubscribers = defineEndpoint({
  method: 'POST',
  path: '/api/desk/subscribers/export',
  access: 'admin',
  replies: { 200: z.object({ csv: z.string() }) },
})
