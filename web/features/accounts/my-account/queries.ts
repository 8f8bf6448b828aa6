import { getReplyMailPreference } from '#contract/comments.ts'
import { listSessions } from '#contract/my-account.ts'
import { getNewsletterFrequency } from '#contract/newsletter.ts'
import { getMyPushSettings } from '#contract/push.ts'
import { getSecondFactor } from '#contract/second-factor.ts'
import { buildEndpointQueryOptions } from '../../../api/build-query-options.ts'

export const accountQueries = {
  secondFactor: () => buildEndpointQueryOptions(['account second factor'], getSecondFactor),
  sessions: () => buildEndpointQueryOptions(['account sessions'], listSessions),
  mailPreferences: () => buildEndpointQueryOptions(['account mail preferences'], getReplyMailPreference),
  newsletter: () => buildEndpointQueryOptions(['account newsletter'], getNewsletterFrequency),
  /** @param registrations how often this page has registered the device; a new number fetches the settings again */
  push: (registrations: number) => buildEndpointQueryOptions(['account push', registrations], getMyPushSettings),
}
