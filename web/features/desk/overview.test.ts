import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Overview } from '#contract/desk.ts'
import { listSetupSteps } from '#contract/setup.ts'
import { openScreen } from '../../testing/page-actions.ts'

afterEach(() => vi.unstubAllGlobals())

const quiet: Overview = {
  applications: 0,
  applicants: [],
  comments: { waiting: 0, reported: 0 },
  mail: { waiting: 0, failed: 0, kept: 0 },
  errors: 0,
  failedBackups: 0,
  kitchens: { pending: 0, openOrders: 0, paymentAlerts: 0 },
  smtp: true,
  readers: 1,
  newReaders: 0,
  guests: 0,
  log: [],
}

/** Shows the overview of the desk with these numbers. */
async function overviewOf(changes: Partial<Overview>) {
  const { page, texts } = await openScreen(
    ({ path }) => Response.json(path === listSetupSteps.path ? { steps: [] } : { ...quiet, ...changes }),
    async () => createElement((await import('./overview.tsx')).Screen),
    '/desk',
  )
  await page.until(() => expect(page.findAll('.work-lead')).toHaveLength(1))
  return { page, texts, cards: () => texts('.card') }
}

test('the overview shows no tasks when there are none', async () => {
  const { page } = await overviewOf({})
  expect(page.find('.work-lead').textContent).toBe('Nothing waits for you.')
  expect(page.text()).toContain('Every mail has been sent.')
  expect(page.text()).toContain('1 reader, 0 of them new in the last seven days, and 0 guests.')
})

test('the overview counts the tasks of each area, with links', async () => {
  const { page, cards } = await overviewOf({
    comments: { waiting: 1, reported: 2 },
    mail: { waiting: 1, failed: 2, kept: 0 },
    kitchens: { pending: 1, openOrders: 0, paymentAlerts: 2 },
    smtp: false,
  })
  expect(page.find('.work-lead').textContent).toBe(
    'Waiting for you: 1 comment to approve, 2 comments that were reported, 2 alerts about payments, 1 kitchen to open, and 2 mails that could not be sent.',
  )
  expect(cards()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^2 mails could not be sent\.No mail server is set up, .*1 mail is on the way\.All mail$/),
      '1 comment waits for approval.2 comments were reported.All comments',
      '2 alerts about payments have not been seen.1 kitchen waits to be opened.All kitchensAll ordersAll payments',
    ]),
  )
  expect(page.find('a', 'alerts about').getAttribute('href')).toBe('/desk/payments')
})
