import { getMailPreferences } from '#contract/comments.ts'
import { listSessions } from '#contract/my-account.ts'
import { getNewsletterChoice } from '#contract/newsletter.ts'
import { getMyPushSettings } from '#contract/push.ts'
import { getSecondFactor } from '#contract/second-factor.ts'
import { buildQuery } from '../../../api/build-query.ts'

export const accountQueries = {
  secondFactor: () => buildQuery(['account second factor'], getSecondFactor),
  sessions: () => buildQuery(['account sessions'], listSessions),
  mailPreferences: () => buildQuery(['account mail preferences'], getMailPreferences),
  newsletter: () => buildQuery(['account newsletter'], getNewsletterChoice),
  /** @param registrations how often this page has registered the device; a new number fetches the settings again */
  push: (registrations: number) => buildQuery(['account push', registrations], getMyPushSettings),
}
