import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { answerKitchenCall, buildOrder, createFakeKitchenState } from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { simulateNativeApp } from '../../../testing/native-app.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'

installFakeClock()

/** Opens the board with a new and a finished order. @returns the texts of its buttons to print, and what presses them */
async function openBoard() {
  const double = createFakeKitchenState([buildOrder(18), buildOrder(17, { state: 'rejected' })])
  const { page, says, press } = await openScreen(
    ({ path, init: { method = 'GET' }, body }) => {
      const { pathname, search } = new URL(path, location.href)
      const answer = answerKitchenCall(double, { method, path: pathname + search, body }, Date.now())
      return Response.json(answer?.json, { status: answer?.status ?? 200 })
    },
    async () => {
      await startFakeSession('Olive')
      return createElement((await import('./board-screen.tsx')).Screen)
    },
    '/kitchen/double',
  )
  await says('New, waiting for you')
  const buttons = page.findAll('button').flatMap(({ textContent }) => textContent?.match(/Print.*/) ?? [])
  return { page, press, buttons }
}

test('the board prints the ticket of an open and of a finished order', async () => {
  const { page, press, buttons } = await openBoard()
  expect(buttons).toEqual(['Print order 18', 'Print order 17'])
  const print = vi.fn()
  Object.assign(window, { print })
  await press('Print order 17')
  expect(print).toHaveBeenCalledTimes(1)
  expect(page.find('.printed-ticket h2').textContent).toBe('17')
})

test('the native app, which cannot print, offers no print of tickets', async () => {
  simulateNativeApp()
  expect((await openBoard()).buttons).toEqual([])
})
