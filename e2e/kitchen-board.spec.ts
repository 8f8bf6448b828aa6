import { MINUTE_MS } from '#contract/limits.ts'
import { BOARD_POLL_MS } from '#contract/ordering-limits.ts'
import { buildOrder, FAKE_NOW } from '#contract/testing/fake-kitchen-server.ts'
import { boardColumn, openFakeBoard, orderTicket, test } from './board-page.ts'
import { logInBrowser } from './readers.ts'
import { expect } from './test.ts'

test.beforeEach(({ page, cook }) => logInBrowser(page, cook))

const address = { address: '12 High Street', city: 'Aberdeen', postcode: 'AB1 3' }
const line = buildOrder(1).lines[0]
const withWishes = (...dietaryRequirements: string[]) => (line ? [{ ...line, dietaryRequirements }] : [])

// Texts, dialogs, sound and Undo of the board are tested in web/features/kitchen/board/board.test.ts.

test.describe('without a connection', () => {
  test.use({ expectMessages: /Failed to load resource|net::ERR_/ })

  test('without a connection, the board keeps pending moves, even over a reload; after reconnecting, it sends them once in order and explains a refusal', async ({
    page,
  }) => {
    const double = await openFakeBoard(page, [
      buildOrder(16, { state: 'accepted' }),
      buildOrder(17, { state: 'preparing' }),
      buildOrder(18),
    ])
    // The server accepts the order, but its response is lost.
    double.loseNext = true
    await orderTicket(page, 18).getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('No connection since 19:00. What you tap is sent when it is back')).toBeVisible()
    await orderTicket(page, 16).getByRole('button', { name: 'Start cooking' }).click()
    await orderTicket(page, 16).getByRole('button', { name: 'Ready' }).click()
    await orderTicket(page, 17).getByRole('button', { name: 'Ready' }).click()
    await expect(boardColumn(page, /^Ready/).getByRole('article')).toHaveCount(2)
    await expect(page.getByText(': 4 taps wait.')).toBeVisible()
    await expect(orderTicket(page, 16)).toContainText('Not sent yet')
    await page.clock.runFor(2 * BOARD_POLL_MS)
    await expect.poll(() => double.moved).toEqual(['18 accepted'])

    await page.reload()
    await expect(page.getByRole('heading', { name: 'The kitchen is not there' })).toBeVisible()
    double.gone = false
    double.refuseNext = 'It is accepted already, and cooking.'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(orderTicket(page, 16)).not.toContainText('Not sent yet')
    await expect(boardColumn(page, /^Ready/).getByRole('article')).toHaveCount(2)
    await expect
      .poll(() => double.moved)
      .toEqual(['18 accepted', '18 accepted', '16 preparing', '16 ready', '17 ready'])
    await page.clock.runFor(2 * BOARD_POLL_MS)
    expect(double.moved).toHaveLength(5)
    // The order is already in the requested state, so no message must appear.
    await expect(page.getByText('It is accepted already, and cooking.')).toBeHidden()

    double.refuseNext = 'The order is cancelled, it cannot become collected.'
    await orderTicket(page, 17).getByRole('button', { name: 'Picked up' }).click()
    await expect(page.getByText('Order 17: The order is cancelled, it cannot become collected.')).toBeVisible()
    await expect(boardColumn(page, /^Ready/).getByRole('article')).toHaveCount(2)
    await page.getByRole('button', { name: 'Understood' }).click()
    await expect(page.getByText('Order 17: ')).toBeHidden()
  })
})

test('a cook moves an order through all states of the board and back by keyboard, and the focus follows the ticket', async ({
  page,
}) => {
  const double = await openFakeBoard(page, [
    buildOrder(18, { lines: withWishes('No nuts') }),
    buildOrder(17, { state: 'preparing' }),
  ])
  // A move can be undone as long as the page's clock stands still.
  await page.clock.pauseAt(FAKE_NOW + MINUTE_MS)
  await orderTicket(page, 17).getByRole('button', { name: 'Ready' }).focus()
  await page.keyboard.press('Enter')
  await expect(boardColumn(page, /^Ready/).getByRole('article', { name: 'Order 17' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo order 17' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(boardColumn(page, /^Cooking/).getByRole('article', { name: 'Order 17' })).toBeFocused()
  expect(double.moved).toEqual([])
  await page.clock.resume()

  const pressInTicket = async (name: RegExp) => {
    await orderTicket(page, 18).getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await orderTicket(page, 18).getByLabel('No nuts').focus()
  await page.keyboard.press('Space')
  await pressInTicket(/^Accept for/)
  for (const [step, title] of [
    [/^Start cooking/, /^Accepted/],
    [/^Ready/, /^Cooking/],
    [/^Picked up/, /^Ready/],
  ] as const) {
    await expect(boardColumn(page, title).getByRole('article', { name: 'Order 18' })).toBeFocused()
    await pressInTicket(step)
  }
  await expect(page.getByText('Finished today: 1')).toBeVisible()
  await expect.poll(() => double.moved).toEqual(['18 accepted', '18 preparing', '18 ready', '18 collected'])
  await page.getByRole('button', { name: 'Pause orders' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Pause orders' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Pause orders' })).toBeFocused()
  // The dialog closes only after the reply of the server.
  await page.getByRole('button', { name: 'Busy: add 15 min' }).press('Enter')
  await page.getByRole('dialog', { name: 'Busy' }).getByRole('button', { name: 'Add 15 min' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Busy: +15 min' })).toBeFocused()

  await page.clock.pauseAt(FAKE_NOW + 10 * MINUTE_MS)
  await orderTicket(page, 17).getByRole('button', { name: 'Ready' }).click()
  await expect(boardColumn(page, /^Ready/).getByRole('article', { name: 'Order 17' })).toBeVisible()
  expect(double.moved).not.toContain('17 ready')
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await expect.poll(() => double.moved.at(-1)).toBe('17 ready')
})

test('the ticket of an order can be printed alone, and has a link to call the customer', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const shown = [...document.querySelectorAll('body > *')].filter((element) => element.checkVisibility())
      document.documentElement.dataset.printed = shown.map(({ textContent }) => textContent).join(' | ')
    }
  })
  await openFakeBoard(page, [buildOrder(18, { service: 'delivery', address, note: 'Ring twice' }), buildOrder(17)])
  await expect(orderTicket(page, 18).getByRole('link', { name: 'Call Theo M' })).toHaveAttribute(
    'href',
    'tel:+442079460001',
  )
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('button', { name: 'Print order 18', includeHidden: true }).dispatchEvent('click')
  const html = page.locator('html')
  await expect(html).toHaveAttribute(
    'data-printed',
    /^Nebelhorn Kitchen18.*2× Loaded fries.*“Ring twice”£11\.00, cash$/,
  )
  await expect(html).not.toHaveAttribute('data-printed', / \| /)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(orderTicket(page, 17)).toBeVisible()
})
