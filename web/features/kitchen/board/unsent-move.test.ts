import { createElement } from 'react'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { BOARD_POLL_MS } from '#contract/ordering-limits.ts'
import {
  answerKitchenCall,
  buildOrder,
  createFakeKitchenState,
  FAKE_NOW,
} from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'
import { UNDO_MS } from './pending-moves.ts'

installFakeClock()

test('an order whose move fails at the server is marked as not sent, even when the board can be fetched', async () => {
  const double = createFakeKitchenState([buildOrder(18, { promisedAt: FAKE_NOW + 25 * MINUTE_MS })])
  const { page, press, part, says } = await openScreen(
    ({ path, init: { method = 'GET' }, body }) => {
      if (path.endsWith('/state')) return Response.json({ code: 'internal', message: 'Oh.' }, { status: 500 })
      const answer = answerKitchenCall(double, { method, path, body }, Date.now())
      return Response.json(answer?.json, { status: answer?.status ?? 200 })
    },
    async () => {
      await startFakeSession('Olive')
      return createElement((await import('./board-screen.tsx')).Screen)
    },
    '/kitchen/double',
  )
  await says('New, waiting for you')
  await press('Accept for 19:25')
  await page.wait(UNDO_MS)
  expect(part('Order 18').textContent).not.toContain('Not sent yet')
  await page.wait(2 * BOARD_POLL_MS)
  expect(part('Order 18').textContent).toContain('Not sent yet')
  expect(page.text()).not.toContain('No connection since')
})
