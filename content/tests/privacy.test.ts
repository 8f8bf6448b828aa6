import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { site } from '#site'
import { mdxPlugin } from '../../build/mdx.ts'
import { PrerenderedTestPage } from '../../build/prerendered-test-page.ts'
import {
  COMMENT_DRAFT_LIFETIME_MS,
  DAY_MS,
  ERROR_RETENTION_MS,
  PUSH_RESULT_RETENTION_MS,
  SESSION_MS,
  STORED_REPORTS_PER_ERROR,
} from '../../contract/limits.ts'
import { CARD_ATTEMPTS_RETENTION_MS } from '../../contract/ordering-limits.ts'
import type { SiteFeatures } from '../../contract/site-config.ts'
import {
  commentDraftsKey,
  pushBannerDismissedKey,
  pushOffKey,
  trackedOrdersKey,
  unpaidOrdersKey,
  userStorageKeys,
  visitDaysKey,
  waitingCommentsKey,
} from '../../contract/storage-keys.ts'

const { fcmToken, ...loginKeys } = userStorageKeys
/** The storage keys, retention times and user data that the privacy page must name while a feature is on. */
const facts: Record<keyof SiteFeatures, string[]> = {
  accounts: [...Object.values(loginKeys), `${SESSION_MS / DAY_MS} days`, 'your id, name and email address go with it'],
  comments: [commentDraftsKey, waitingCommentsKey, `for ${COMMENT_DRAFT_LIFETIME_MS / DAY_MS} days`],
  newsletter: ['a request that you do not confirm, three days'],
  push: [fcmToken, pushBannerDismissedKey, pushOffKey, `to see what fails ${PUSH_RESULT_RETENTION_MS / DAY_MS} days`],
  run: ['your best time on Home'],
  statistics: ['13 months', 'your reading counts nowhere'],
  ordering: [trackedOrdersKey, unpaidOrdersKey, `stolen cards still work ${CARD_ATTEMPTS_RETENTION_MS / DAY_MS} days`],
}
const names = Object.keys(facts) as (keyof SiteFeatures)[]

test('S9.04 the privacy page names every storage key, the retention times, the record of attempts to pay by card, and the user data in reports', async () => {
  const { prose } = await PrerenderedTestPage.at('/privacy')
  for (const name of names) for (const fact of facts[name]) expect(prose.includes(fact), fact).toBe(site.features[name])
  expect(prose).toContain(`${visitDaysKey} the day of this visit`)
  expect(prose).toContain(`${ERROR_RETENTION_MS / DAY_MS} days`)
  expect(prose).toContain(`the latest ${STORED_REPORTS_PER_ERROR} of each`)
  for (const signal of ['Do Not Track', 'Global Privacy Control']) expect(prose).toContain(signal)
})

/** For each feature, a pattern of the words that describe it. */
const words: Record<keyof SiteFeatures, RegExp> = {
  accounts: /\baccount|\blog(ged)? in\b|\bsession|password|\bmails? to you/i,
  comments: /comment|moderat/i,
  newsletter: /new pages by mail|unsubscribe/i,
  push: /\bpush|notification/i,
  run: /best time/i,
  statistics: /\bcounts?\b|13 months/i,
  ordering: /\border|kitchen|stripe|\bcards?\b/i,
}

test('the privacy page does not name features that are off', async () => {
  const source = readFileSync('content/privacy.mdx', 'utf8')
  for (const off of [['comments'], ['newsletter'], ['push'], ['ordering'], ['statistics'], ['run'], names]) {
    const features = { ...site.features, ...Object.fromEntries(off.map((name) => [name, false])) }
    const { transform } = mdxPlugin(features) as { transform: (text: string, id: string) => Promise<{ code: string }> }
    const { code } = await transform(source, 'privacy.mdx')
    expect(code).not.toMatch(/\bThen[^a-z]*and\b/)
    for (const name of names) {
      const found = words[name].exec(code)
      expect(found !== null, `${name}: ${code.slice((found?.index ?? 0) - 40, found?.index)}`).toBe(features[name])
    }
  }
})

test('the privacy page says how guests delete their data, and promises no deletion by the author', async () => {
  const { prose } = await PrerenderedTestPage.at('/privacy')
  expect(prose.includes('until you sign up with that address and delete the account')).toBe(site.features.ordering)
  expect(prose).not.toMatch(/author deletes?\b/)
})
