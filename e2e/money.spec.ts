import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { violations } from './axe.ts'
import { doubleBoard, doubledOrder, EVENING } from './board-double.ts'
import { test } from './desk-test.ts'
import { answer, doubledEntry, doubledStatement, paidOrder } from './money-double.ts'
import { createReader, logIn } from './readers.ts'
import { expect, open, withoutLive } from './test.ts'

/** What is refused on purpose, the browser says by itself. */
test.use({ expectMessages: /status of (40[139]|500) |ERR_(FAILED|CONNECTION_RESET)/ })

const money = '/kitchen/double/money'
const entries = (page: Page) => page.getByRole('region', { name: 'Receipts and credit notes' }).getByRole('listitem')
const sums = (page: Page) => page.getByRole('region', { name: 'Sums' })

const november = () =>
  doubledStatement([
    doubledEntry(12),
    doubledEntry(11, { kind: 'credit_note', number: 3, amount: 300, commission: 38, refundable: 0 }),
    doubledEntry(10, { refundable: 1260 }),
    doubledEntry(9, { payment: 'cash', amount: 870, commission: 109, refundable: 0 }),
  ])
const october = () =>
  doubledStatement([], {
    month: '2026-10',
    sums: { card: 0, handed: 870, refunded: 0, commission: 109, payout: -109 },
  })

/** Opens the money of the double's kitchen as its owner, on a Friday in November. */
async function openMoney(page: Page): Promise<void> {
  await page.clock.install({ time: EVENING })
  await withoutLive(page)
  await logIn(page, await createReader(page.request))
  await doubleBoard(page, [])
  await answer(page, /\/statements\//, ({ pathname }) => (pathname.endsWith('2026-10') ? october() : november()))
  await open(page, money)
}

test('a kitchen reads what a month came to and what it is paid of it, and takes the list along as CSV', async ({
  page,
}) => {
  await openMoney(page)
  for (const [name, sum] of [
    ['Paid by card', '£31.20'],
    ['Paid when handed over', '£8.70'],
    ['Given back', '-£3.00'],
    ['Commission', '-£4.61'],
    ['Payout', '£23.59'],
  ] as const)
    await expect(sums(page).locator('div', { hasText: name })).toContainText(sum)
  await expect(sums(page)).toContainText('12.50% of what you sell')
  await expect(sums(page)).toContainText('The payout is what the site owes you for November 2026')
  await expect(entries(page)).toHaveText([
    /^Receipt 12.*by card.*£15\.60.*commission £1\.95.*Give back/,
    /^Credit note 3.*-£3\.00.*commission back £0\.38$/,
    /^Receipt 10.*Give back/,
    /^Receipt 9.*in cash.*£8\.70.*commission £1\.09$/,
  ])
  await expect(
    entries(page)
      .first()
      .getByRole('link', { name: /^Order 12/ }),
  ).toHaveAttribute('href', `/orders/${paidOrder(12).orderId}/receipts`)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('double-2026-11.csv')
  const rows = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(rows).toHaveLength(5)
  expect(rows[2]).toContain('Credit note,3,')
  expect(rows[2]).toContain('-3.00')

  await page.getByLabel('Month').selectOption('October 2026')
  await expect(page).toHaveURL(`${money}?month=2026-10`)
  await expect(page.getByText('Nothing was paid in this month.')).toBeVisible()
  await expect(sums(page)).toContainText('You pay the site')
  await expect(sums(page)).toContainText('That is what you owe the site for October 2026')
  await page.reload()
  await expect(page.getByLabel('Month')).toHaveValue('2026-10')
})

/** The refund dialog, and what is in it. */
const dialogOf = (page: Page) => {
  const dialog: Locator = page.getByRole('dialog', { name: /^Give money back/ })
  const [amount, why, password] = ['How much (£)', 'Why', 'Your password'].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  ) as [Locator, Locator, Locator]
  return { dialog, amount, why, password, send: dialog.getByRole('button', { name: /^Give .*back$/ }) }
}

test('money is given back by keyboard: what is left stands there, every refusal stays beside its field, and nothing is sent twice', async ({
  page,
}) => {
  await openMoney(page)
  const sent: Record<string, unknown>[] = []
  const refusals: (null | 'lost' | [number, string, string])[] = [
    [403, 'wrong_password', 'That is not your current password.'],
    [409, 'refund_too_much', 'That is more than is left of what was paid.'],
    'lost',
    [409, 'key_reused', 'That has been sent already with other contents.'],
    [403, 'login_too_old', 'For this you must have logged in just now.'],
    null,
  ]
  await page.route(/\/refunds$/, (route) => {
    sent.push(route.request().postDataJSON())
    const refusal = refusals.shift()
    if (refusal === 'lost') return route.abort('connectionreset')
    if (!refusal) return route.fulfill({ json: paidOrder(10, { paymentState: 'partially_refunded' }) })
    const [status, code, message] = refusal
    return route.fulfill({ status, json: { code, message } })
  })
  const { dialog, amount, why, password, send } = dialogOf(page)
  const ask = page.getByRole('button', { name: 'Give back … of order 10' })
  await ask.press('Enter')
  await expect(amount).toHaveValue('12.60')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(ask).toBeFocused()

  await ask.press('Enter')
  await amount.fill('12.61')
  await amount.press('Enter')
  await expect(dialog.getByText('At most £12.60 is left to give back.')).toBeVisible()
  await expect(amount).toBeFocused()
  await amount.fill('4,50')
  await expect(send).toHaveText('Give £4.50 back')
  await amount.press('Enter')
  await expect(dialog.getByText('Write why: the customer reads it.', { exact: true })).toBeVisible()
  await expect(why).toBeFocused()
  expect(sent).toEqual([])
  await why.fill('The fries were cold.')
  await password.fill('not the password')
  await password.press('Enter')
  await expect(dialog.getByText('That is not your current password.')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('a marble in a battered hat')
  await password.press('Enter')
  await expect(dialog.getByText('That is more than is left of what was paid.')).toBeVisible()
  await expect(amount).toBeFocused()
  for (const words of [
    'Nothing is given back twice.',
    'That has been sent already with other contents.',
    'For this you must have logged in just now.',
  ]) {
    await send.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText(words)
  }
  await send.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(ask).toBeFocused()
  await expect(page.getByText('£4.50 of order 10 is on its way back to the card.')).toBeVisible()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent.at(-1)).toMatchObject({
    amount: 450,
    reason: 'The fries were cold.',
    currentPassword: 'a marble in a battered hat',
  })
})

test('the board says where the money of each order is, and gives back what was paid for one that is finished', async ({
  page,
}) => {
  await page.clock.install({ time: EVENING })
  await withoutLive(page)
  await logIn(page, await createReader(page.request))
  const card = { payment: 'card' as const, card: 'Visa ending in 4242' }
  const double = await doubleBoard(page, [
    doubledOrder(18, { ...card, paymentState: 'authorised' }),
    doubledOrder(17, { ...card, paymentState: 'captured', state: 'accepted' }),
    doubledOrder(16, { ...card, paymentState: 'voided', state: 'preparing' }),
    doubledOrder(15, { state: 'ready' }),
    paidOrder(14),
    paidOrder(13, { paymentState: 'voided', state: 'rejected' }),
  ])
  const refund = { refundId: crypto.randomUUID(), amount: 1560, reason: 'It was cold.', at: EVENING }
  await page.route(/\/refunds$/, (route) =>
    route.fulfill({ json: { ...paidOrder(14), version: 2, refunds: [{ ...refund, state: 'pending' }] } }),
  )
  await open(page, '/kitchen/double')
  const ticket = (number: number) => page.getByRole('article', { name: `Order ${number}`, exact: true })
  await expect(ticket(18)).toContainText('£11.00, held on the card')
  await expect(ticket(17)).toContainText('£11.00, paid')
  await expect(ticket(16)).toContainText('Not paid: the bank let go. Cancel it, or take cash.')
  await expect(ticket(15)).toContainText('£11.00, cash')
  await page.getByText('Finished today: 2').click()
  const finished = page.getByRole('group').getByRole('listitem')
  await expect(finished.nth(0)).toContainText('not charged')
  await expect(finished.nth(0).getByRole('button', { name: /^Give back/ })).toHaveCount(0)
  await finished.nth(1).getByRole('button', { name: 'Give back … of order 14' }).click()
  const { amount, why, send } = dialogOf(page)
  await expect(amount).toHaveValue('15.60')
  await why.fill('It was cold.')
  await send.click()
  await expect(finished.nth(1)).toContainText('£15.60 on its way back')
  await expect(finished.nth(1).getByRole('button', { name: /^Give back/ })).toHaveCount(0)
  // The button that asked is gone; the focus is where it is said what came of it.
  await expect(page.getByRole('status').filter({ hasText: '£15.60 of order 14 is on its way back' })).toBeFocused()

  double.kitchen.role = 'staff'
  await page.reload()
  await expect(ticket(18)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Kitchen' }).getByRole('link', { name: 'Money' })).toHaveCount(0)
  await page.getByText('Finished today: 2').click()
  await expect(page.getByRole('button', { name: /^Give back/ })).toHaveCount(0)
  await open(page, money)
  await expect(page.getByText('what the kitchen is paid, only its owners see')).toBeVisible()
})

test('the money of a kitchen has no barriers that axe finds, fits every width, prints, and says what went wrong', async ({
  page,
}) => {
  await openMoney(page)
  await expect(entries(page)).toHaveCount(4)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Give back … of order 12' }).click()
  const { dialog, send } = dialogOf(page)
  await send.click()
  await expect(dialog.getByText('Write why: the customer reads it.', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Nebelhorn Kitchen, November 2026' })).toBeVisible()
  for (const name of ['Save as CSV', 'Print', 'Give back … of order 12'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.route(/\/statements\//, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke on our side.' } }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Something broke on our side.')
  await page.unroute(/\/statements\//)
  let answered = () => {}
  const asked = new Promise<void>((resolve) => {
    answered = resolve
  })
  await page.route(/\/statements\//, async (route) => {
    await asked
    await route.fulfill({ json: november() })
  })
  await page.reload()
  await expect(page.getByText('Adding up …')).toBeVisible()
  answered()
  await expect(entries(page)).toHaveCount(4)
})
