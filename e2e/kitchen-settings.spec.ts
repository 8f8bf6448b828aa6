import type { Locator, Page } from '@playwright/test'
import type { Kitchen } from '#contract/menu.ts'
import { calculateQuote } from '#contract/quote.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { createOpenKitchen, type OpenKitchen } from './kitchens.ts'
import { logInBrowser } from './readers.ts'
import { expect, openPage, test } from './test.ts'

const outcome = (page: Page): Locator => page.locator('.outcome:not(:empty)')
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('main').getByRole('button', { name })

const kitchenOf = async (page: Page, { slug }: { slug: string }): Promise<Kitchen> =>
  (await page.request.get(`/api/kitchens/${slug}`)).json()

async function openSettingsPage(page: Page, { owner, slug }: OpenKitchen, tab: string): Promise<void> {
  await logInBrowser(page, owner)
  await openPage(page, `/kitchen/${slug}/${tab}`)
}

// Members of a kitchen, and the view of staff, are tested in web/features/kitchen/editing/editors.test.ts.

test('an owner saves opening hours past midnight, two openings a day, copied days and special days', async ({
  page,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  await openSettingsPage(page, kitchen, 'hours')
  const preview = page.getByRole('region', { name: 'With these hours' })
  await expect(preview).toContainText('Delivery: Open around the clock.')
  const times = async (of: string, from: string, to: string) => {
    await page.getByLabel(`${of}, from`).fill(from)
    await page.getByLabel(`${of}, to`).fill(to)
  }
  await times('Monday', '17:00', '01:00')
  await expect(page.getByText('until 01:00 the next day')).toBeVisible()
  await button(page, 'Add an opening, Monday').click()
  await times('Monday, opening 2', '18:00', '20:00')
  await button(page, 'Save the hours').click()
  await expect(page.getByText('17:00 to 01:00 overlaps 00:00 to 00:00 on Tuesday.')).toBeVisible()
  await expect(page.getByLabel('Monday, opening 1, from')).toBeFocused()
  await times('Monday, opening 2', '11:00', '14:00')
  // Monday's hours overlap Tuesday's hours, which start at 00:00. A copy of Monday's hours on all days ends this
  // overlap.
  await page.getByLabel('Copy Monday to other days').click()
  await button(page, 'Choose all').click()
  await button(page, 'Copy').click()
  await expect(page.getByText('until 01:00 the next day')).toHaveCount(7)
  await button(page, 'Remove Sunday, opening 2').click()

  await button(page, 'Add a special day').click()
  await page.getByLabel('Date').fill('2031-12-25')
  await button(page, 'Add a special day').click()
  await page.getByLabel('Date').last().fill('2031-12-25')
  await button(page, 'Save the hours').click()
  await expect(page.getByLabel('Date').last()).toHaveAccessibleDescription(/A special day is listed twice/)
  await page.getByLabel('Date').last().fill('2031-12-31')
  await button(page, 'Add an opening, 31 December 2031').click()
  await times('31 December 2031', '18:00', '03:00')
  await button(page, 'Add a special day').click()
  await page.getByLabel('Date').last().fill('2020-01-01')
  await button(page, 'Save the hours').click()
  await expect(outcome(page)).toContainText('Your hours are saved.')
  await expect(page.getByText('1 day that is past')).toBeVisible()

  const { terms } = await kitchenOf(page, kitchen)
  const night = { from: 17 * 60, to: 60 }
  const lunch = { from: 11 * 60, to: 14 * 60 }
  const monday = terms.hours.weekly.filter(({ weekday }) => weekday === 1)
  expect(monday).toHaveLength(4)
  for (const service of ['delivery', 'pickup'])
    for (const times of [night, lunch]) expect(monday).toContainEqual({ weekday: 1, service, ...times })
  expect(terms.hours.weekly.filter(({ weekday }) => weekday === 7)).toHaveLength(2)
  expect(terms.hours.special.map(({ date, intervals }) => [date, intervals.length])).toEqual([
    ['2020-01-01', 0],
    ['2031-12-25', 0],
    ['2031-12-31', 2],
  ])

  // Separate hours for each service start as a copy of the shared hours.
  await page.getByLabel('The same hours for delivery and pickup').uncheck()
  await button(page, 'Remove Delivery on Sunday').click()
  await button(page, 'Save the hours').click()
  await expect(outcome(page)).toContainText('Your hours are saved.')
  await expect
    .poll(async () => (await kitchenOf(page, kitchen)).terms.hours.weekly.filter(({ weekday }) => weekday === 7))
    .toEqual([{ weekday: 7, service: 'pickup', ...night }])
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})

test('the delivery price that the editor previews for a zone equals the price in the quote after saving', async ({
  page,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  await openSettingsPage(page, kitchen, 'delivery')
  const preview = page.getByRole('region', { name: 'What would a customer pay?' })
  await preview.getByLabel('Postcode').fill('ab2 4cd')
  await preview.getByLabel(/^Food for/).fill('9,50')
  await expect(preview.getByRole('status')).toContainText('AB2 4CD: £2.50 delivery, free from £25.00, no minimum.')
  await button(page, 'Add a zone').click()
  const zone = page.getByRole('group', { name: 'Zone 1' })
  await zone.getByLabel('Postcodes that begin with').pressSequentially('ab2, ab3,')
  await expect(zone.getByRole('listitem')).toHaveText([/AB2/, /AB3/])
  await zone.getByRole('button', { name: 'Remove AB3' }).click()
  await zone.getByLabel(/^Delivery/).fill('3.5O')
  await button(page, 'Save the zones').click()
  await expect(zone.getByLabel(/^Delivery/)).toHaveAccessibleDescription(/Write an amount such as 9.50./)
  await zone.getByLabel(/^Delivery/).fill('3.50')
  await zone.getByLabel(/^Free from/).fill('30')
  await zone.getByLabel(/^Minimum/).fill('15')
  const said =
    'AB2 4CD: £3.50 delivery, free from £30.00, minimum £15.00. Food for £9.50 is £5.50 short of the minimum.'
  await expect(preview.getByRole('status')).toHaveText(said)
  await button(page, 'Save the zones').click()
  await expect(outcome(page)).toContainText('Your zones are saved.')

  const asIs = await kitchenOf(page, kitchen)
  const smash = asIs.categories[0]?.items[0]
  const [size] = smash?.options ?? []
  const medium = size?.choices[1]
  if (!smash || !size || !medium) throw new Error('the menu has changed')
  const quote = (postcode: string, quantity: number) => {
    const options = [{ optionId: size.optionId, choiceId: medium.id }]
    const lines = [{ itemId: smash.itemId, quantity, options, dietaryRequirements: [] }]
    return calculateQuote(asIs, { service: 'delivery', slotAt: null, postcode, lines }, Date.now())
  }
  expect(quote('AB2 4CD', 1)).toMatchObject({ subtotal: 950, deliveryFee: 350 })
  expect(quote('AB2 4CD', 1).problems).toMatchObject([
    { code: 'below_minimum', message: expect.stringContaining('£5.50') },
  ])
  await preview.getByLabel(/^Food for/).fill('19')
  await expect(preview.getByRole('status')).toContainText('Food for £19.00 and £3.50 delivery make £22.50.')
  expect(quote('AB2 4CD', 2)).toMatchObject({ total: 2250, problems: [] })
  await preview.getByLabel('Postcode').fill('zz9 9zz')
  await expect(preview.getByRole('status')).toHaveText("You don't deliver to ZZ9 9ZZ.")
  expect(quote('ZZ9 9ZZ', 2).problems).toMatchObject([{ code: 'outside_zones' }])

  await page
    .getByRole('form', { name: 'As usual' })
    .getByLabel(/^Free from/)
    .fill('')
  await button(page, 'Save what it costs').click()
  await expect(outcome(page).first()).toContainText('What delivery costs is saved.')
  expect((await kitchenOf(page, kitchen)).terms).toMatchObject({ deliveryFee: 250, deliveryFreeOrdersOver: null })
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})

test.describe('failed saves', () => {
  test.use({ expectMessages: /Failed to load resource/ })

  test('an owner saves kitchen settings with another slug, sees refusals beside their fields, and keeps the typed values after a failed save', async ({
    page,
    request,
  }) => {
    const [kitchen, other] = [await createOpenKitchen(request), await createOpenKitchen(request)]
    await openSettingsPage(page, kitchen, 'settings')
    const field = (label: string) => page.getByRole('form', { name: 'Settings' }).getByLabel(label)
    await field('Minutes to cook').fill('0')
    await field('Name').fill('')
    await button(page, 'Save the settings').click()
    await expect(field('Name')).toBeFocused()
    await expect(field('Name')).toHaveAccessibleDescription('Enter a name.')
    await expect(field('Minutes to cook')).toHaveAccessibleDescription(/from 1 to 240/)
    await field('Name').fill('The Hat')
    await field('Minutes to cook').fill('25')
    await field('Address of its page').fill(other.slug)
    await button(page, 'Save the settings').click()
    await expect(field('Address of its page')).toHaveAccessibleDescription(/Another kitchen has that address/)
    await field('Address of its page').fill(`${kitchen.slug}-hat`)
    await page.route('**/api/kitchen/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await button(page, 'Save the settings').click()
    await expect(outcome(page)).toContainText('The site cannot be reached.')
    await page.reload()
    await expect(field('Name')).toHaveValue('The Hat')
    await expect(page.getByText('Not saved yet.')).toBeVisible()
    await page.unrouteAll()
    await button(page, 'Save the settings').click()
    await expect(page).toHaveURL(`/kitchen/${kitchen.slug}-hat/settings`)
    await expect(page.getByRole('heading', { name: 'The Hat' })).toBeVisible()
    const { terms } = await kitchenOf(page, { slug: `${kitchen.slug}-hat` })
    expect(terms).toMatchObject({ name: 'The Hat', prepMinutes: 25, deliveryFee: 250, phone: '+44 20 7946 0000' })
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
  })
})
