import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { buildManagedKitchen } from '#contract/testing/fake-kitchen-server.ts'
import { buildPaidOrder, buildStatement, buildStatementEntry } from '#contract/testing/sample-payments.ts'
import type { RecordedCall } from '../../../testing/browser.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { simulateNativeApp } from '../../../testing/native-app.ts'
import { openScreen } from '../../../testing/page-actions.ts'
// The dialog is imported before the tests, because fake timers do not wait for its dynamic import.
import '../../../ui/form/owner-proof-dialog.tsx'

installFakeClock()

const november = buildStatement([
  buildStatementEntry(12),
  buildStatementEntry(11, { kind: 'credit_note', number: 3, amount: 300, commission: 38, refundable: 0 }),
  buildStatementEntry(10, { refundable: 1260 }),
  buildStatementEntry(9, { payment: 'cash', amount: 870, commission: 109, refundable: 0 }),
])
const october = buildStatement([], {
  month: '2026-10',
  sums: { card: 0, handed: 870, refunded: 0, commission: 109, payout: -109 },
})
const statementOf = ({ path }: RecordedCall) => Response.json(path.endsWith('2026-10') ? october : november)

/**
 * Opens the money page of the fake kitchen on a Friday in November.
 * @param answer returns the response to each call; by default the statement of November
 */
async function moneyPage(answer: (call: RecordedCall) => Response | Promise<Response> = statementOf) {
  const { terms } = buildManagedKitchen()
  const screen = await openScreen(
    answer,
    async () => createElement((await import('./money.tsx')).StatementPage, { terms }),
    '/kitchen/double/money',
  )
  const { part, texts } = screen
  return {
    ...screen,
    sums: () => part('Sums').textContent,
    entries: () => texts('.money-entries li'),
  }
}

test('the money page shows the totals and the payout of a month, and exports its entries as CSV', async () => {
  const { page, sums, entries, press, type, says } = await moneyPage()
  await page.until(() => expect(entries()).toHaveLength(4))
  for (const [name, sum] of [
    ['Paid by card', '£31\\.20'],
    ['Paid when handed over', '£8\\.70'],
    ['Given back', '-£3\\.00'],
    ['Commission', '-£4\\.61'],
    ['Payout', '£23\\.59'],
  ] as const)
    expect(sums()).toMatch(new RegExp(`${name}[^£]*${sum}`))
  expect(sums()).toContain('12.50% of what you sell')
  expect(sums()).toContain('The payout is what the site owes you for November 2026')
  expect(entries()).toEqual([
    expect.stringMatching(/^Receipt 12.*by card.*£15\.60.*commission £1\.95.*Give back/),
    expect.stringMatching(/^Credit note 3.*-£3\.00.*commission back £0\.38$/),
    expect.stringMatching(/^Receipt 10.*Give back/),
    expect.stringMatching(/^Receipt 9.*in cash.*£8\.70.*commission £1\.09$/),
  ])
  const [order] = page.findAll('.money-entries a')
  expect(order?.textContent).toMatch(/^Order 12/)
  expect(order?.getAttribute('href')).toBe(`/orders/${buildPaidOrder(12).orderId}/receipts`)

  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  await press('Save as CSV')
  const [file] = saved.mock.calls[0] ?? []
  const rows = (await (file as Blob).text()).trimEnd().split('\r\n')
  expect(rows).toHaveLength(5)
  expect(rows[2]).toContain('Credit note,3,')
  expect(rows[2]).toContain('-3.00')

  await type('Month', '2026-10')
  expect(page.address()).toBe('/kitchen/double/money?month=2026-10')
  await says('Nothing was paid in this month.')
  expect(sums()).toContain('You pay the site')
  expect(sums()).toContain('That is what you owe the site for October 2026')
})

test('the refund dialog shows the amount that can be refunded, keeps typed values when the proof of identity is cancelled, shows each refusal, and sends the refund once', async () => {
  const refusals: (null | 'lost' | [number, string, string])[] = [
    [403, 'proof_required', 'Show that it is you.'],
    [403, 'proof_required', 'Show that it is you.'],
    [409, 'refund_too_much', 'That is more than is left of what was paid.'],
    'lost',
    [409, 'key_reused', 'That has been sent already with other contents.'],
    null,
  ]
  const { page, press, type, field, part, about, says, sent, button } = await moneyPage((call) => {
    if (call.path === '/api/account') return Response.json({ hasPassword: true, email: 'olive@example.org' })
    if (call.path === '/api/account/passkeys') return Response.json({ passkeys: [] })
    if (call.path === '/api/account/proof') return new Response(null, { status: 204 })
    if (call.init.method !== 'POST') return statementOf(call)
    const refusal = refusals.shift()
    if (refusal === 'lost') throw new TypeError('Failed to fetch')
    if (!refusal) return Response.json(buildPaidOrder(10, { paymentState: 'partially_refunded' }))
    const [status, code, message] = refusal
    return Response.json({ code, message }, { status })
  })
  await says('Receipt 10')
  await press('Give back … of order 10')
  expect(field('How much (£)').value).toBe('12.60')
  await press('Keep it')
  expect(page.findAll('dialog')).toEqual([])

  await press('Give back … of order 10')
  await type('How much (£)', '12.61')
  await press('Give £12.61 back')
  expect(about('How much (£)')).toContain('At most £12.60 is left to give back.')
  expect(page.document.activeElement).toBe(field('How much (£)'))
  await type('How much (£)', '4,50')
  await press('Give £4.50 back')
  expect(about('Why')).toContain('Write why: the customer reads it.')
  expect(page.document.activeElement).toBe(field('Why'))
  expect(sent('POST')).toEqual([])
  await type('Why', 'The fries were cold.')
  await press('Give £4.50 back')
  await says('Is it you?')
  await press('Close', part('Is it you?'))
  await page.until(() => expect(page.find('dialog [role=alert]').textContent).toContain('Show that it is you.'))
  expect([field('How much (£)').value, field('Why').value]).toEqual(['4,50', 'The fries were cold.'])
  await press('Give £4.50 back')
  await says('Is it you?')
  await type('Password', 'a kettle in a battered hat', part('Is it you?'))
  await press('Go on')
  await page.until(() => expect(about('How much (£)')).toContain('That is more than is left of what was paid.'))
  expect(page.document.activeElement).toBe(field('How much (£)'))
  for (const words of ['Nothing is given back twice.', 'That has been sent already with other contents.']) {
    await press('Give £4.50 back')
    await page.until(() => expect(page.find('dialog [role=alert]').textContent).toContain(words))
  }
  await press('Give £4.50 back')
  await says('£4.50 of order 10 is on its way back to the card.')
  expect(page.findAll('dialog')).toEqual([])
  button('Give back … of order 10')
  const [proof, ...refunds] = sent('POST').toSorted((a, b) => a.path.localeCompare(b.path))
  expect(proof).toEqual({ path: '/api/account/proof', password: 'a kettle in a battered hat' })
  expect(new Set(refunds.map(({ key }) => key)).size).toBe(1)
  expect(refunds.at(-1)).toMatchObject({ amount: 450, reason: 'The fries were cold.' })
})

test('the money page shows that the statement is loading, and shows a failed fetch until the statement is fetched', async () => {
  const broken = Promise.withResolvers<Response>()
  let isBroken = true
  const { page, press, entries } = await moneyPage((call) => (isBroken ? broken.promise : statementOf(call)))
  expect(page.text()).toBe('Adding up …')
  broken.resolve(Response.json({ code: 'internal', message: 'Something broke on our side.' }, { status: 500 }))
  await page.until(() => expect(page.find('[role=alert]').textContent).toContain('Something broke on our side.'))
  expect(page.text()).not.toContain('Adding up …')
  isBroken = false
  await press('Try again')
  await page.until(() => expect(entries()).toHaveLength(4))
  expect(page.text()).not.toContain('Something broke on our side.')
})

test.each([
  [Date.parse('2026-12-09T10:00:00Z'), 'From 9 December 2026 on, a password is not enough to give money back'],
  [Date.parse('2026-11-01T10:00:00Z'), 'A password is not enough to give money back'],
])(
  'an owner whose account has only a password is asked to protect the account, before and after the deadline (%d)',
  async (by, words) => {
    const { page, texts } = await moneyPage(() => Response.json({ ...november, protectBy: by }))
    await page.until(() => expect(texts('.note:not(.outcome)')).toEqual([expect.stringContaining(words)]))
    expect(page.findAll('.note:not(.outcome) a').map((link) => link.getAttribute('href'))).toEqual([
      '/account#passkeys',
      '/account#second-factor',
    ])
  },
)

test('an owner whose account is protected sees no request to protect it', async () => {
  const { page, entries, texts } = await moneyPage()
  await page.until(() => expect(entries()).toHaveLength(4))
  expect(texts('.note:not(.outcome)')).toEqual([])
})

test('the native app, which can neither save files nor print, offers neither on the money page', async () => {
  simulateNativeApp()
  const { page, texts } = await moneyPage()
  await page.until(() => expect(page.text()).toContain('Payout'))
  expect(texts('.money-bar button')).toEqual([])
})
