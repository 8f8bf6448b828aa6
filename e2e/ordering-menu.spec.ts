import { HOUR_MS } from '#contract/limits.ts'
import { buildAlwaysOpenTerms, buildIdFromName, buildMenu, findDish } from '#contract/testing/sample-menu.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { offlineConsolePattern, waitForCachedPage, waitForServiceWorker } from './offline-page.ts'
import {
  addDishWithChoices,
  choiceInput,
  KITCHEN_PATH,
  orderPanel,
  readCartLines,
  serveFakeKitchens,
} from './ordering-page.ts'
import { expect, hydratePage, openPage, test } from './test.ts'

// Texts of kitchens and dishes, the filter, and a menu that cannot be loaded are tested beside
// web/features/ordering/kitchens-screen.tsx and web/features/ordering/menu/menu-screen.tsx.
test('the list of kitchens links to the menus and to a cart with items; the marked category link of a menu follows the scroll position', async ({
  page,
}) => {
  await serveFakeKitchens(
    page,
    buildAlwaysOpenTerms({ slug: 'closed', name: 'All Closed', hours: { weekly: [], special: [] } }),
    buildAlwaysOpenTerms(),
  )
  await openPage(page, '/order')
  const rows = page.locator('.kitchen-row')
  await expect(rows.getByRole('heading')).toHaveText(['Nebelhorn Kitchen', 'All Closed'])
  await rows.first().getByRole('link', { name: 'Nebelhorn Kitchen' }).click()
  await expect(page).toHaveURL(KITCHEN_PATH)
  await expect(page).toHaveTitle('Nebelhorn Kitchen - Nebelhorn')
  const tabs = page.getByRole('navigation', { name: 'Categories' })
  await expect(tabs.locator('[aria-current]')).toHaveText('Burgers')
  await page.getByRole('button', { name: 'Add Lemonade' }).click()
  await page.getByRole('button', { name: 'Add Slaw' }).click()
  await page.setViewportSize({ width: 1000, height: 420 })
  await tabs.getByRole('link', { name: 'Sides' }).click()
  await expect(tabs.locator('[aria-current]')).toHaveText('Sides')
  await expect(page.getByRole('heading', { name: 'Sides' })).toBeInViewport()
  await page.getByRole('link', { name: 'All kitchens' }).click()
  await page.getByRole('link', { name: '2 items, £7.30, go on' }).click()
  await expect(page).toHaveURL(new RegExp(`${KITCHEN_PATH}$`))
})

test('S3.03 a dish with options shows missing choices beside their option and the price on the button, and can be added by keyboard', async ({
  page,
}) => {
  await serveFakeKitchens(page)
  await openPage(page, KITCHEN_PATH)
  const button = page.getByRole('button', { name: 'Choose Double smash' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Double smash' })
  const size = dialog.getByRole('radiogroup', { name: 'Size' })
  await expect(size).toHaveAccessibleDescription('Choose one')
  await expect(dialog.getByRole('group', { name: 'Extras' })).toHaveAccessibleDescription('Choose up to 2 if you like')

  const submit = dialog.getByRole('button', { name: /^Add to order/ })
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(size).toHaveAccessibleDescription('Choose one of these.')
  await expect(choiceInput(dialog, 'Single')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(choiceInput(dialog, 'Triple')).toBeChecked()
  await expect(submit).toHaveText('Add to order, £11.50')

  await page.keyboard.press('Tab')
  for (const extra of ['Bacon', 'Peanut sauce', 'Jalapeños']) {
    await expect(choiceInput(dialog, extra)).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
  }
  await submit.press('Enter')
  await expect(dialog.getByRole('group', { name: 'Extras' })).toHaveAccessibleDescription(
    'At most 2 of these. Take 1 away.',
  )
  await choiceInput(dialog, 'Bacon').press('Space')
  const wish = dialog.getByRole('textbox', { name: 'Add a requirement' })
  await wish.pressSequentially('no sesame')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'no nuts' }).press('Enter')
  await dialog.getByRole('button', { name: 'One more Double smash' }).press('Enter')
  await expect(submit).toHaveText('Add to order, £25.60')
  await submit.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await expect(
    page.getByRole('status').filter({ hasText: '2 × Double smash added. Your order has 2 items.' }),
  ).toBeAttached()
  await expect
    .poll(() => readCartLines(orderPanel(page)))
    .toEqual(['2 Double smash Triple, Peanut sauce, Jalapeños, no sesame, no nuts £25.60'])

  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('order') ?? '{}').state)
  const [line] = stored.itemsByVendor[buildIdFromName('nebelhorn-kitchen')]
  expect(line).toMatchObject({
    itemId: buildIdFromName('Double smash'),
    quantity: 2,
    dietaryRequirements: ['no sesame', 'no nuts'],
    options: [
      { optionId: buildIdFromName('size'), choiceId: buildIdFromName('Triple') },
      { optionId: buildIdFromName('extras'), choiceId: buildIdFromName('Peanut sauce') },
      { optionId: buildIdFromName('extras'), choiceId: buildIdFromName('Jalapeños') },
    ],
    item: { price: 950 },
  })
  expect(line.item.options[0].choices).toContainEqual(
    expect.objectContaining({ id: buildIdFromName('Triple'), priceAdjustment: 200 }),
  )

  // This dish has no options. Its dialog opens for the dietary requirements. Escape closes the dialog and adds nothing.
  await button.press('Enter')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.getByRole('button', { name: 'With a wish: Slaw' }).press('Enter')
  const slaw = page.getByRole('dialog', { name: 'Slaw' })
  await slaw.getByRole('textbox').fill('no lime')
  await slaw.getByRole('button', { name: /^Add to order/ }).click()
  await expect.poll(() => readCartLines(orderPanel(page))).toContain('1 Slaw no lime £3.20')
})

test.describe('ordering pages when the browser is offline', () => {
  test.use({ serviceWorkers: 'allow', expectMessages: offlineConsolePattern })

  test('without a connection, a visited menu page shows the stored order and says that the menu could not be loaded', async ({
    page,
    context,
  }) => {
    // Routes of the browser context also apply to requests of the service worker.
    await context.route(/\/api\/kitchens\/[\w-]+$/, (route) =>
      route.fulfill({ json: { terms: buildAlwaysOpenTerms(), categories: buildMenu(), fullSlots: [] } }),
    )
    await openPage(page, KITCHEN_PATH)
    await waitForServiceWorker(page)
    await page.getByRole('button', { name: 'Add Lemonade' }).click()
    await page.reload()
    await hydratePage(page)
    await waitForCachedPage(page, KITCHEN_PATH)
    await context.unroute(/\/api\/kitchens\/[\w-]+$/)
    await context.setOffline(true)
    await openPage(page, KITCHEN_PATH)
    await expect(page.getByRole('alert').filter({ hasText: 'The menu could not be loaded.' })).toBeVisible()
    await expect.poll(() => readCartLines(orderPanel(page))).toEqual(['1 Lemonade £1.60'])
    await orderPanel(page).getByRole('button', { name: 'One more Lemonade' }).click()
    await expect.poll(() => readCartLines(orderPanel(page))).toEqual(['2 Lemonade £3.20'])
    await context.setOffline(false)
  })
})

test.describe('accessibility of ordering', () => {
  test('the list of kitchens, the menu, a dish and the order have no accessibility violations and fit 320 px', async ({
    page,
  }) => {
    const served = await serveFakeKitchens(
      page,
      buildAlwaysOpenTerms({ minimumOrder: 2000 }),
      buildAlwaysOpenTerms({ slug: 'other', name: 'Other' }),
    )
    findDish(served.kitchens, 'Slaw').soldOutUntil = Date.now() + HOUR_MS
    await openPage(page, '/order')
    await expect(page.locator('.kitchen-row')).toHaveCount(2)
    expect(await findAxeAndOverflowViolations(page)).toEqual([])

    await openPage(page, KITCHEN_PATH)
    await addDishWithChoices(page, 'Double smash', 'Double')
    await page.getByRole('button', { name: 'Add Loaded fries' }).click()
    await orderPanel(page).getByRole('button', { name: 'Remove Loaded fries' }).click()
    await page.getByText('Diets and allergens').click()
    await page.getByLabel('vegan').check()
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: /^Your order/ }).click()
    await expect(page.getByRole('dialog', { name: 'Your order' })).toBeVisible()
    expect(await findAxeAndOverflowViolations(page, { widest: 390 })).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Show all dishes' }).click()
    await page.getByRole('button', { name: 'Choose Double smash' }).click()
    await page.getByRole('button', { name: 'no nuts' }).click()
    await page.getByRole('button', { name: /^Add to order/ }).click()
    await expect(page.getByText('Choose one of these.')).toBeVisible()
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
  })
})
