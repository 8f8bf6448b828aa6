import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Subscriber } from '#contract/newsletter.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const buildSubscriber = (email: string): Subscriber => ({
  ...{ id: email, email, frequency: 'instant', state: 'active', source: 'form' },
  ...{ createdAt: 1, changedAt: 1, lastError: null },
})

test('the button that removes a subscriber is named after the address', async () => {
  const subscribers = ['ann@example.org', 'bob@example.org'].map(buildSubscriber)
  const counts = { active: 2, unsubscribed: 0, bounced: 0 }
  const { texts, says } = await openScreen(
    ({ path }) =>
      Response.json(
        path.startsWith('/api/desk/subscribers') ? { subscribers, next: null, counts, smtp: true } : { pages: [] },
      ),
    async () => createElement((await import('./subscribers.tsx')).Screen),
    '/desk/subscribers',
  )
  await says('bob@example.org')
  expect(texts('.subscriber-list .row button')).toEqual(['Remove ann@example.org', 'Remove bob@example.org'])
})
