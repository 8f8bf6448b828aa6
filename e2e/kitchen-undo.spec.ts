import { MINUTE_MS } from '#contract/limits.ts'
import { doubledOrder, EVENING } from './board-double.ts'
import { column, openBoard, test, ticket } from './board-page.ts'
import { logIn } from './readers.ts'
import { expect } from './test.ts'

test.beforeEach(({ page, cook }) => logIn(page, cook))
const orders = () => [
  doubledOrder(18, { promisedAt: EVENING + 25 * MINUTE_MS }),
  doubledOrder(17, { state: 'preparing' }),
]

test('accepting can be taken back for 6 s, in which nothing is sent; a rejected order stays in its place until then', async ({
  page,
}) => {
  const double = await openBoard(page, orders())
  await page.clock.pauseAt(EVENING + MINUTE_MS)
  await ticket(page, 18).getByRole('button', { name: 'Accept for 19:25' }).click()
  const card = column(page, /^Accepted/).getByRole('article', { name: 'Order 18' })
  await expect(card).toContainText('Accepted for 19:25. Nobody is told yet: 6 s')
  await expect(page.getByRole('status').filter({ hasText: 'You can undo this for 6 seconds.' })).toHaveText(
    'Order 18: Accepted for 19:25. You can undo this for 6 seconds.',
  )
  await page.clock.runFor(5_000)
  await expect(card).toContainText('Nobody is told yet: 1 s')
  await card.getByRole('button', { name: 'Undo order 18' }).click()
  await expect(column(page, /^New/).getByRole('article', { name: 'Order 18' })).toBeVisible()
  await page.clock.runFor(20_000)
  expect(double.moved).toEqual([])

  await ticket(page, 18).getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject it' }).click()
  await expect(column(page, /^New/).getByRole('article')).toContainText('Rejected. Nobody is told yet: 6 s')
  await page.clock.runFor(6_000)
  await expect.poll(() => double.moved).toEqual(['18 rejected'])
  await expect(ticket(page, 18)).toHaveCount(0)
  await expect(page.getByText('Finished today: 1')).toBeVisible()
})

test('a move is taken back by keyboard, and sent when the board is left', async ({ page }) => {
  const double = await openBoard(page, orders())
  await page.clock.pauseAt(EVENING + MINUTE_MS)
  await ticket(page, 17).getByRole('button', { name: 'Ready' }).focus()
  await page.keyboard.press('Enter')
  await expect(column(page, /^Ready/).getByRole('article', { name: 'Order 17' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo order 17' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(column(page, /^Cooking/).getByRole('article', { name: 'Order 17' })).toBeFocused()
  await ticket(page, 17).getByRole('button', { name: 'Ready' }).click()
  await expect(column(page, /^Ready/).getByRole('article', { name: 'Order 17' })).toBeVisible()
  expect(double.moved).toEqual([])
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await expect.poll(() => double.moved).toEqual(['17 ready'])
})

test.describe('when another member was first', () => {
  test.use({ expectMessages: /409/ })

  test('the board says who accepted, when and for when, and shows the order as it is', async ({ page }) => {
    const double = await openBoard(page, orders())
    await page.clock.pauseAt(EVENING + MINUTE_MS)
    await ticket(page, 18).getByRole('button', { name: '10 minutes later' }).click()
    await ticket(page, 18).getByRole('button', { name: 'Accept for 19:35' }).click()
    const promisedAt = EVENING + 25 * MINUTE_MS
    const event = {
      at: EVENING,
      actor: 'vendor' as const,
      from: 'placed' as const,
      to: 'accepted' as const,
      reason: '',
    }
    double.orders = double.orders.map((order) =>
      order.number === 18
        ? { ...order, state: 'accepted', version: 2, events: [{ ...event, promisedAt, acknowledged: [] }] }
        : order,
    )
    const why = 'Sam accepted it at 19:00 for 19:25. Your time, 19:35, was not taken.'
    double.refuseNext = why
    await page.clock.runFor(6_000)
    await expect(page.getByRole('alert').filter({ hasText: why })).toContainText(`Order 18: ${why}`)
    await expect(column(page, /^Accepted/).getByRole('article', { name: 'Order 18' })).toContainText('19:25')
  })
})
