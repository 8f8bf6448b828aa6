import { getMailPreferences } from '#contract/comments.ts'
import { listSessions } from '#contract/my-account.ts'
import { getNewsletterChoice } from '#contract/newsletter.ts'
import { getMyPushSettings } from '#contract/push.ts'
import { getSecondFactor } from '#contract/second-factor.ts'
import { buildEndpointQuery } from '../../../api/build-query.ts'

export const accountQueries = {
  secondFactor: () => buildEndpointQuery(['account second factor'], getSecondFactor),
  sessions: () => buildEndpointQuery(['account sessions'], listSessions),
  mailPreferences: () => buildEndpointQuery(['account mail preferences'], getMailPreferences),
  newsletter: () => buildEndpointQuery(['account newsletter'], getNewsletterChoice),
  /** @param registrations how often this page has registered the device; a new number fetches the settings again */
  push: (registrations: number) => buildEndpointQuery(['account push', registrations], getMyPushSettings),
}
