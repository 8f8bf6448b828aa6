import { MINUTE_MS } from '#contract/limits.ts'
import { BOARD_POLL_MS } from '#contract/ordering-limits.ts'
import { doubledOrder, EVENING } from './board-double.ts'
import { column, fakeSound, openBoard, test, ticket } from './board-page.ts'
import { logIn } from './readers.ts'
import { expect } from './test.ts'

test.beforeEach(({ page, cook }) => logIn(page, cook))

const address = { address: '12 High Street', city: 'Aberdeen', postcode: 'AB1 3' }
const [accepted] = [doubledOrder(16, { state: 'accepted' })]
const line = doubledOrder(1).lines[0]
const withWishes = (...dietaryRequirements: string[]) => (line ? [{ ...line, dietaryRequirements }] : [])

test('dietary requirements must be ticked before an order is accepted, for the time that was chosen', async ({
  page,
}) => {
  const due = EVENING + 25 * MINUTE_MS
  const order = doubledOrder(18, { lines: withWishes('No sesame', 'No nuts'), promisedAt: due })
  const double = await openBoard(page, [order])
  const sent = page.waitForRequest(/\/state$/)
  await expect(page).toHaveTitle(/^\(1\) New orders/)
  await expect(ticket(page, 18)).toContainText('asap, 19:25')
  await expect(ticket(page, 18)).toContainText('Answer within 9 min.')
  await ticket(page, 18).getByRole('button', { name: '10 minutes later' }).click()
  await ticket(page, 18).getByRole('button', { name: '5 minutes earlier' }).click()
  await ticket(page, 18).getByLabel('No nuts').check()
  await ticket(page, 18).getByRole('button', { name: 'Accept for 19:30' }).click()
  await expect(ticket(page, 18).getByRole('alert')).toHaveText('Tick each one first.')
  await expect(ticket(page, 18).getByLabel('No sesame')).toBeFocused()
  expect(double.moved).toEqual([])
  await ticket(page, 18).getByLabel('No sesame').check()
  await ticket(page, 18).getByRole('button', { name: 'Accept for 19:30' }).click()
  await expect(column(page, /^Accepted/).getByRole('article')).toContainText('19:30')
  expect((await sent).postDataJSON()).toEqual({
    to: 'accepted',
    promisedAt: due + 5 * MINUTE_MS,
    acknowledged: ['No sesame', 'No nuts'],
  })
  await expect(page).toHaveTitle(/^Orders, Nebelhorn Kitchen/)
})

test('an order is rejected and another cancelled with a reason, ready-made or own, that the customer reads', async ({
  page,
}) => {
  const double = await openBoard(page, [doubledOrder(18), doubledOrder(17, { state: 'preparing' })])
  await ticket(page, 18).getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Own words').check()
  await dialog.getByRole('button', { name: 'Reject it' }).click()
  await expect(dialog.getByText('Write the reason: the customer reads it.')).toBeVisible()
  expect(double.moved).toEqual([])
  await dialog.getByLabel('What the customer reads').fill('Our oven is cold.')
  await dialog.getByRole('button', { name: 'Reject it' }).click()
  await expect(ticket(page, 18)).toHaveCount(0)
  await ticket(page, 17).getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByLabel('Customer asked').check()
  await dialog.getByRole('button', { name: 'Cancel it' }).click()
  await page.getByText('Finished today: 2').click()
  const finished = page.getByRole('group').getByRole('listitem')
  await expect(finished.filter({ hasText: 'Rejected' })).toContainText('Our oven is cold.')
  await expect(finished.filter({ hasText: 'Cancelled' })).toContainText('You asked us to cancel it.')
  await expect.poll(() => double.moved).toEqual(['18 rejected', '17 cancelled'])
})

test('what is late says by how much, by the clock of the server, and nothing is late that waits to be picked up', async ({
  page,
}) => {
  const promisedAt = EVENING + 3 * MINUTE_MS
  const double = await openBoard(page, [
    doubledOrder(14, { state: 'preparing', promisedAt }),
    doubledOrder(13, { state: 'ready', promisedAt }),
    doubledOrder(12, { state: 'out_for_delivery', service: 'delivery', address, promisedAt }),
  ])
  await expect(ticket(page, 14)).toContainText('19:03')
  await page.clock.runFor(7 * MINUTE_MS + BOARD_POLL_MS)
  await expect(ticket(page, 14)).toContainText('late 4 min')
  await expect(ticket(page, 12)).toContainText('late 4 min')
  await expect(ticket(page, 13)).toContainText('19:03')
  double.ahead = 10 * MINUTE_MS
  await page.clock.runFor(2 * BOARD_POLL_MS)
  await expect(ticket(page, 14)).toContainText('late 14 min')
})

test('pauses, rushes and what is sold out say until when, and end by themselves', async ({ page }) => {
  const double = await openBoard(page, [])
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Pause orders' }).click()
  await expect(dialog.getByRole('button', { name: 'Rest of the day, until midnight' })).toBeVisible()
  await dialog.getByRole('button', { name: 'For 30 minutes' }).click()
  await expect(page.getByText(/^Paused until 19:30, 30 min left/)).toBeVisible()

  await page.getByRole('button', { name: 'Busy: add 15 min' }).click()
  await dialog.getByLabel('20 min').check()
  await dialog.getByRole('button', { name: 'Add 20 min until 20:00' }).click()
  await expect(page.getByRole('button', { name: 'Busy: +20 min, 60 min left' })).toBeVisible()

  await page.getByRole('button', { name: 'Sold out…' }).click()
  await dialog.getByLabel('Find a dish or a choice').fill('large')
  await dialog.getByLabel('For an hour').check()
  await dialog.getByRole('button', { name: 'Double smash, Large: sold out' }).click()
  await expect(dialog.getByText('Back at 20:00', { exact: true })).toBeVisible()
  await dialog.getByLabel('Find a dish or a choice').fill('FRIES')
  await dialog.getByLabel('Until a date').check()
  await dialog.getByLabel('Back on').fill('2026-11-24')
  await dialog.getByRole('button', { name: 'Loaded fries: sold out' }).click()
  await expect(dialog.getByText('Back on Tuesday at 00:00', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Loaded fries: back in stock' }).click()
  await dialog.getByLabel('Until tomorrow’s opening').check()
  await dialog.getByRole('button', { name: 'Loaded fries: sold out' }).click()
  await expect(dialog.getByText('Back tomorrow at 00:00', { exact: true })).toBeVisible()
  const until = double.asked.map(({ body }) => (body as { until: number | null }).until)
  // To the second: the page's clock runs. Then midnight in London of the 24th, nothing, and of tomorrow.
  const minutes = until.map((instant) => instant && Math.floor((instant - EVENING) / MINUTE_MS))
  expect(minutes.join()).toBe(`30,60,60,${77 * 60},,${5 * 60}`)

  await page.clock.runFor(61 * MINUTE_MS)
  await dialog.getByLabel('Find a dish or a choice').fill('large')
  await expect(dialog.getByRole('button', { name: 'Double smash, Large: sold out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Open around the clock')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Busy: add 15 min' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause orders' })).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ expectMessages: /Failed to load resource|net::ERR_/ })

  test('taps are kept over a reload, sent in order and once when it is back, and a refusal says why', async ({
    page,
  }) => {
    const double = await openBoard(page, [
      doubledOrder(16, { state: 'accepted' }),
      doubledOrder(17, { state: 'preparing' }),
      doubledOrder(18),
    ])
    // The order is accepted, and the answer gets lost on the way.
    double.loseNext = true
    await ticket(page, 18).getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('No connection since 19:00. What you tap is sent when it is back')).toBeVisible()
    await ticket(page, 16).getByRole('button', { name: 'Start cooking' }).click()
    await ticket(page, 16).getByRole('button', { name: 'Ready' }).click()
    await ticket(page, 17).getByRole('button', { name: 'Ready' }).click()
    await expect(column(page, /^Ready/).getByRole('article')).toHaveCount(2)
    await expect(page.getByText(': 4 taps wait.')).toBeVisible()
    await expect(ticket(page, 16)).toContainText('Not sent yet')
    await page.clock.runFor(2 * BOARD_POLL_MS)
    await expect.poll(() => double.moved).toEqual(['18 accepted'])

    await page.reload()
    await expect(page.getByRole('heading', { name: 'The kitchen is not there' })).toBeVisible()
    double.gone = false
    double.refuseNext = 'It is accepted already, and cooking.'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(ticket(page, 16)).not.toContainText('Not sent yet')
    await expect(column(page, /^Ready/).getByRole('article')).toHaveCount(2)
    await expect
      .poll(() => double.moved)
      .toEqual(['18 accepted', '18 accepted', '16 preparing', '16 ready', '17 ready'])
    await page.clock.runFor(2 * BOARD_POLL_MS)
    expect(double.moved).toHaveLength(5)
    // It is where it was wanted: there is nothing to say of it.
    await expect(page.getByText('It is accepted already, and cooking.')).toBeHidden()

    double.refuseNext = 'The order is cancelled, it cannot become collected.'
    await ticket(page, 17).getByRole('button', { name: 'Picked up' }).click()
    await expect(page.getByText('Order 17: The order is cancelled, it cannot become collected.')).toBeVisible()
    await expect(column(page, /^Ready/).getByRole('article')).toHaveCount(2)
    await page.getByRole('button', { name: 'Understood' }).click()
    await expect(page.getByText('Order 17: ')).toBeHidden()
  })
})

test('sound is asked for once, sounds until everything is accepted, is remembered, and says when it is blocked', async ({
  page,
}) => {
  await fakeSound(page)
  const tones = async () => Number((await page.locator('html').getAttribute('data-tones')) ?? 0)
  await openBoard(page, [doubledOrder(18)])
  await page.clock.runFor(BOARD_POLL_MS)
  expect(await tones()).toBe(0)
  await page.getByRole('button', { name: 'Turn sound on' }).click()
  await expect(page.getByRole('button', { name: 'Sound is on' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(tones).toBeGreaterThan(0)
  const first = await tones()
  await page.clock.runFor(BOARD_POLL_MS)
  expect(await tones()).toBeGreaterThan(first)
  await ticket(page, 18).getByRole('button', { name: 'Accept' }).click()
  await expect(column(page, /^Accepted/).getByRole('article')).toHaveCount(1)
  const last = await tones()
  await page.clock.runFor(2 * BOARD_POLL_MS)
  expect(await tones()).toBe(last)

  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
  )
  await page.reload()
  await expect(page.getByText('The browser has blocked the sound.')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByText('The browser has blocked the sound.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
})

test('the whole way of an order goes by keyboard, and the focus goes with the ticket', async ({ page }) => {
  const double = await openBoard(page, [
    doubledOrder(18, { lines: withWishes('No nuts') }),
    ...(accepted ? [accepted] : []),
  ])
  const pressInTicket = async (name: RegExp) => {
    await ticket(page, 18).getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await ticket(page, 18).getByLabel('No nuts').focus()
  await page.keyboard.press('Space')
  await pressInTicket(/^Accept for/)
  for (const [step, title] of [
    [/^Start cooking/, /^Accepted/],
    [/^Ready/, /^Cooking/],
    [/^Picked up/, /^Ready/],
  ] as const) {
    await expect(column(page, title).getByRole('article', { name: 'Order 18' })).toBeFocused()
    await pressInTicket(step)
  }
  await expect(page.getByText('Finished today: 1')).toBeVisible()
  await expect.poll(() => double.moved).toEqual(['18 accepted', '18 preparing', '18 ready', '18 collected'])
  await page.getByRole('button', { name: 'Pause orders' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Pause orders' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Pause orders' })).toBeFocused()
})

test('a ticket is printed alone, and the customer called', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const shown = [...document.querySelectorAll('body > *')].filter((element) => element.checkVisibility())
      document.documentElement.dataset.printed = shown.map(({ textContent }) => textContent).join(' | ')
    }
  })
  await openBoard(page, [doubledOrder(18, { service: 'delivery', address, note: 'Ring twice' }), doubledOrder(17)])
  await expect(ticket(page, 18).getByRole('link', { name: 'Call Theo M' })).toHaveAttribute('href', 'tel:+442079460001')
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
  await expect(ticket(page, 17)).toBeVisible()
})
