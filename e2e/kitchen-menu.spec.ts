import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { createOpenKitchen } from './kitchens.ts'
import { menuEditorDialog, menuEditorOutcome, openMenuEditor, readCustomerMenu } from './menu-editor.ts'
import { expect, test } from './test.ts'

// Refusals, drafts, removed categories, and the view of staff are tested in
// web/features/kitchen/editing/editors.test.ts.

test('an owner writes and sorts a menu by keyboard, and customers see it; the menu editor has no accessibility violations at 320 px', async ({
  page,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  await openMenuEditor(page, kitchen)
  const press = async (target: Locator, key = 'Enter') => {
    await target.focus()
    await page.keyboard.press(key)
  }
  const type = async (label: string | RegExp, words: string) => {
    await menuEditorDialog(page).getByLabel(label).first().focus()
    await page.keyboard.type(words)
  }
  await page.getByLabel('New category').focus()
  await page.keyboard.type('Pizzas')
  await page.keyboard.press('Enter')
  await expect(menuEditorOutcome(page)).toContainText('“Pizzas” is added')

  await press(page.getByRole('button', { name: 'Add a dish to Pizzas' }))
  await type('Name', 'Margherita')
  await type(/^Price/, '9,5')
  await type('Description', 'Tomato, mozzarella, basil.')
  for (const word of ['Milk', 'Gluten', 'Vegetarian']) await press(menuEditorDialog(page).getByLabel(word), 'Space')
  await press(menuEditorDialog(page).getByRole('button', { name: 'Add an option' }))
  await expect(menuEditorDialog(page).getByLabel('What is chosen')).toBeFocused()
  await page.keyboard.type('Size')
  await menuEditorDialog(page).getByRole('textbox', { name: 'Choice 1' }).focus()
  await page.keyboard.type('Small')
  await type(/^Changes the price/, '-1')
  await press(menuEditorDialog(page).getByRole('button', { name: 'Add a choice to Size' }))
  await expect(menuEditorDialog(page).getByRole('textbox', { name: 'Choice 2' })).toBeFocused()
  await page.keyboard.type('Large')
  await menuEditorDialog(page).locator('#choice-0-1-adjustment').focus()
  await page.keyboard.type('+2.50')
  await press(menuEditorDialog(page).getByRole('button', { name: 'Move Large up' }))
  await expect(menuEditorDialog(page).getByRole('button', { name: 'Move Large up' })).toBeFocused()
  const preview = menuEditorDialog(page).getByRole('region', { name: 'How customers see it' })
  await expect(preview).toContainText('£9.50')
  await expect(preview.getByRole('listitem')).toHaveText(['Large +£2.50', 'Small −£1.00'])
  await press(menuEditorDialog(page).getByRole('button', { name: 'Save the dish' }))
  await expect(menuEditorOutcome(page)).toContainText('“Margherita” is saved.')
  await expect(menuEditorDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a dish to Pizzas' })).toBeFocused()

  // Buttons and keys move the item, even into the previous category. The focus follows the item.
  await press(page.getByRole('button', { name: 'Move Pizzas up' }))
  await expect(menuEditorOutcome(page)).toContainText('“Pizzas” is category 2 of 3 now.')
  await expect(page.getByRole('button', { name: 'Move Pizzas up' })).toBeFocused()
  const handle = page.getByRole('button', { name: 'Move Margherita with the arrow keys' })
  await press(handle, 'ArrowUp')
  await expect(menuEditorOutcome(page)).toContainText('“Margherita” is number 3 of 3 in Mains now.')
  await expect(handle).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menuEditorOutcome(page)).toContainText('“Margherita” is number 2 of 3 in Mains now.')
  await expect
    .poll(() => readCustomerMenu(page, kitchen.slug))
    .toEqual(['Mains: Double smash, Margherita, Loaded fries', 'Drinks: Lemonade'])
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(menuEditorOutcome(page)).toContainText('The menu is in the order it had before.')
  expect(await readCustomerMenu(page, kitchen.slug)).toEqual([
    'Mains: Double smash, Loaded fries, Margherita',
    'Drinks: Lemonade',
  ])

  const { categories }: ManagedKitchen = await (await page.request.get(`/api/kitchens/${kitchen.slug}`)).json()
  expect(categories[0]?.items[2]).toMatchObject({
    price: 950,
    allergens: ['gluten', 'milk'],
    diets: ['vegetarian'],
    options: [
      {
        name: 'Size',
        choices: [
          { name: 'Large', priceAdjustment: 250 },
          { name: 'Small', priceAdjustment: -100 },
        ],
      },
    ],
  })

  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Change Double smash' }).click()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await menuEditorDialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('an owner drags dishes and categories of the menu to new places, and Escape cancels a drag', async ({
  page,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  // The window is high enough for the whole list, so that nothing scrolls.
  await page.setViewportSize({ width: 1440, height: 1600 })
  await openMenuEditor(page, kitchen)
  const drag = async (handle: string, to: Locator, low: boolean) => {
    await page.getByRole('button', { name: `Move ${handle} with` }).hover()
    await page.mouse.down()
    const box = await to.boundingBox()
    if (!box) throw new Error('nothing to drop on')
    await page.mouse.move(box.x + box.width / 2, box.y + (low ? box.height - 4 : 4), { steps: 6 })
  }
  await drag('Lemonade', page.getByRole('listitem').filter({ hasText: 'Loaded fries' }), false)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.locator('[data-dragged]')).toHaveCount(0)
  expect(await readCustomerMenu(page, kitchen.slug)).toEqual(['Mains: Double smash, Loaded fries', 'Drinks: Lemonade'])

  await drag('Lemonade', page.getByRole('listitem').filter({ hasText: 'Loaded fries' }), false)
  await page.mouse.up()
  await expect(menuEditorOutcome(page)).toContainText('“Lemonade” is number 2 of 3 in Mains now.')
  await drag('Drinks', page.getByRole('region', { name: 'Mains' }), false)
  await page.mouse.up()
  await expect(menuEditorOutcome(page)).toContainText('“Drinks” is category 1 of 2 now.')
  // Customers do not see an empty category, but the owner sees it.
  await expect(page.locator('[data-category] h2')).toHaveText(['Drinks', 'Mains'])
  await drag('Lemonade', page.getByRole('region', { name: 'Drinks' }), true)
  await page.mouse.up()
  await expect(menuEditorOutcome(page)).toContainText('“Lemonade” is number 1 of 1 in Drinks now.')
  expect(await readCustomerMenu(page, kitchen.slug)).toEqual(['Drinks: Lemonade', 'Mains: Double smash, Loaded fries'])
})

test('the menu editor previews, encodes and removes a picture, and refuses a file that is not a picture', async ({
  page,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  await openMenuEditor(page, kitchen)
  await page.getByRole('button', { name: 'Change Lemonade' }).click()
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    menuEditorDialog(page).getByLabel('Picture', { exact: true }).setInputFiles({ name, mimeType, buffer })
  await choose('menu.pdf', 'application/pdf', Buffer.from('%PDF'))
  await expect(menuEditorDialog(page).getByText('That file is not a picture this site can read.')).toBeVisible()
  await choose('broken.png', 'image/png', Buffer.from('no picture'))
  await expect(menuEditorDialog(page).getByText('That picture cannot be shown.')).toBeVisible()
  await choose('large.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024 + 1))
  await expect(menuEditorDialog(page).getByText('That file is too large.')).toBeVisible()

  const png = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#e9b21f' } })
    .png()
    .toBuffer()
  await choose('lemonade.png', 'image/png', png)
  await expect(menuEditorDialog(page).getByAltText('Preview')).toBeVisible()
  await menuEditorDialog(page).getByRole('button', { name: 'Save the dish' }).click()
  await expect(menuEditorOutcome(page)).toContainText('“Lemonade” is saved.')
  const picture = page.getByRole('listitem').filter({ hasText: 'Lemonade' }).locator('img')
  await expect(picture).toBeVisible()
  const served = await page.request.get((await picture.getAttribute('src')) ?? '')
  const { width, height, format } = await sharp(await served.body()).metadata()
  expect([width, height]).toEqual([640, 480])
  expect(format).not.toBe('png')

  await page.getByRole('button', { name: 'Change Lemonade' }).click()
  await menuEditorDialog(page).getByRole('button', { name: 'Remove the picture' }).click()
  await expect(menuEditorDialog(page).getByText('The picture is removed.')).toBeVisible()
  await menuEditorDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(picture).toHaveCount(0)
})
