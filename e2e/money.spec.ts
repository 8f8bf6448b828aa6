import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { FAKE_NOW, type FakeKitchenState } from '#contract/testing/fake-kitchen-server.ts'
import { buildPaidOrder, buildStatement, buildStatementEntry } from '#contract/testing/sample-payments.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { serveFakeBoard } from './fake-board.ts'
import { serveFakeReply } from './fake-reply.ts'
import { createReader, logInBrowser } from './readers.ts'
import { blockLiveConnection, expect, openPage, test } from './test.ts'

const money = '/kitchen/double/money'
const entries = (page: Page) => page.getByRole('region', { name: 'Receipts and credit notes' }).getByRole('listitem')

const november = () =>
  buildStatement([
    buildStatementEntry(12),
    buildStatementEntry(11, { kind: 'credit_note', number: 3, amount: 300, commission: 38, refundable: 0 }),
    buildStatementEntry(10, { refundable: 1260 }),
    buildStatementEntry(9, { payment: 'cash', amount: 870, commission: 109, refundable: 0 }),
  ])
const october = () =>
  buildStatement([], {
    month: '2026-10',
    sums: { card: 0, handed: 870, refunded: 0, commission: 109, payout: -109 },
  })

/** Opens the money page of the fake kitchen as its owner, on a Friday in November. */
async function openMoney(page: Page): Promise<FakeKitchenState> {
  await page.clock.install({ time: FAKE_NOW })
  await blockLiveConnection(page)
  await logInBrowser(page, await createReader(page.request))
  const double = await serveFakeBoard(page, [])
  await serveFakeReply(page, /\/statements\//, ({ pathname }) =>
    pathname.endsWith('2026-10') ? october() : november(),
  )
  await openPage(page, money)
  return double
}

// Texts of a statement and refused refunds are tested in web/features/kitchen/money/money.test.ts, payments on the
// board in web/features/kitchen/board/board.test.ts.

test('an owner reads, prints and downloads the statement of a month, and refunds a payment by keyboard; staff can do none of this', async ({
  page,
}) => {
  const double = await openMoney(page)
  await expect(entries(page)).toHaveCount(4)
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  const dialog = page.getByRole('dialog', { name: /^Give money back/ })
  await page.getByRole('button', { name: 'Give back … of order 12' }).click()
  await dialog.getByRole('button', { name: /^Give .*back$/ }).click()
  await expect(dialog.getByText('Write why: the customer reads it.', { exact: true })).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Nebelhorn Kitchen, November 2026' })).toBeVisible()
  for (const name of ['Save as CSV', 'Print', 'Give back … of order 12'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('double-2026-11.csv')
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(5)

  await page.getByLabel('Month').selectOption('October 2026')
  await expect(page).toHaveURL(`${money}?month=2026-10`)
  await page.reload()
  await expect(page.getByLabel('Month')).toHaveValue('2026-10')
  await page.getByLabel('Month').selectOption('November 2026')

  await page.route(/\/refunds$/, (route) =>
    route.fulfill({ json: buildPaidOrder(10, { paymentState: 'partially_refunded' }) }),
  )
  const ask = page.getByRole('button', { name: 'Give back … of order 10' })
  await ask.press('Enter')
  await expect(dialog.getByLabel('How much (£)')).toHaveValue('12.60')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(ask).toBeFocused()
  await ask.press('Enter')
  await dialog.getByLabel('Why', { exact: true }).fill('The fries were cold.')
  await dialog.getByLabel('How much (£)').fill('4,50')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(ask).toBeFocused()
  await expect(page.getByText('£4.50 of order 10 is on its way back to the card.')).toBeVisible()

  double.kitchen.role = 'staff'
  await page.reload()
  await expect(page.getByText('what the kitchen is paid, only its owners see')).toBeVisible()
})
