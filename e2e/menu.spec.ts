import { expect, openPage, test } from './test.ts'

const wanted = {
  Seefahrt: ['Regatta', 'Leuchtturm Rote Sand', 'Echolot'],
  Ausrüstung: ['Anker', 'Boje', 'Kompass', 'Der Lotse'],
  Werkstatt: ['Bootsbau', 'Wetterstation', 'Seewetter abrufen', 'Ergebnisliste'],
  Bordwissen: ['Seefunk', 'Knoten für Anfänger'],
  'Über mich': [],
  Tools: [],
}

test('S2.20 S2.22 the menu has all groups and items in order, opens one submenu at a time on hover, and closes when the route changes', async ({
  page,
}) => {
  await openPage(page, '/wetterstation')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu).toBeVisible()
  const titles = await menu
    .locator('.menu-title')
    .evaluateAll((all) => all.map((title) => title.firstChild?.textContent))
  expect(titles).toEqual(Object.keys(wanted))
  for (const [group, items] of Object.entries(wanted)) {
    if (items.length === 0) continue
    const found = await menu
      .locator('details', { has: page.locator('summary', { hasText: group }) })
      .locator('a')
      .evaluateAll((links) => links.map((a) => a.firstChild?.textContent?.trim().replace('’', "'")))
    expect(found).toEqual(items)
  }
  // The group of the current page is open, and the item of the current page is marked.
  const current = menu.getByRole('link', { name: 'Wetterstation' })
  await expect(current).toBeVisible()
  await expect(current).toHaveAttribute('aria-current', 'page')

  await page.locator('summary', { hasText: 'Ausrüstung' }).hover()
  await expect(page.getByRole('link', { name: 'Kompass' })).toBeVisible()
  await page.locator('summary', { hasText: 'Bordwissen' }).hover()
  await expect(page.getByRole('link', { name: 'Knoten für Anfänger' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kompass' })).toBeHidden()
  // A click on a group that the mouse has opened keeps the group open.
  await page.locator('summary', { hasText: 'Bordwissen' }).click()
  await page.getByRole('link', { name: 'Knoten für Anfänger' }).click()
  await expect(page).toHaveURL('/knoten')
  await expect(menu).toBeHidden()
})

test.describe('the menu on a touch device', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('S2.22 on a touch device, a tap opens a submenu and a second tap closes it; a tap outside closes the menu', async ({
    page,
  }) => {
    await openPage(page, '/')
    await page.getByRole('button', { name: 'Menu' }).tap()
    const item = page.getByRole('link', { name: 'Kompass' })
    await expect(item).toBeHidden()
    await page.locator('summary', { hasText: 'Ausrüstung' }).tap()
    await expect(item).toBeVisible()
    await page.locator('summary', { hasText: 'Ausrüstung' }).tap()
    await expect(item).toBeHidden()
    await page.setViewportSize({ width: 700, height: 900 })
    await page.touchscreen.tap(650, 500)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  })
})

test('S4.11 S9.02 Enter opens the menu in 250 ms; Escape closes the menu and focuses its button; Tab after the last link closes the menu', async ({
  page,
}) => {
  await openPage(page, '/ueber-mich')
  const button = page.getByRole('button', { name: 'Menu' })
  const menu = page.locator('#menu')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  const inMenu = () =>
    page.evaluate(() => document.activeElement?.closest('#menu') && document.activeElement.textContent?.trim())
  const seen: string[] = []
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab')
    seen.push((await inMenu()) ?? 'outside')
  }
  expect(seen.map((text) => text.replace(/[^A-Z].*$/i, ''))).not.toContain('outside')
  expect(seen.join(' ')).toMatch(/Nebelhorn.*Close.*Seefahrt.*Ausrüstung.*Werkstatt.*Bordwissen.*Über mich.*Tools/s)
  await page.locator('summary', { hasText: 'Seefahrt' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Regatta' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await page.locator('summary', { hasText: 'Tools' }).focus()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'All articles' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'New pages by mail' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Order food' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await expect(page.locator('.site-header .brand')).toBeFocused()

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // Reads the animations in the same task as the toggle, so that none of them can have ended.
  const durations = () =>
    menu.evaluate((element: HTMLElement) => {
      element.togglePopover()
      const animations = element.getAnimations()
      const all = animations.map((animation) => Math.round(Number(animation.effect?.getComputedTiming().duration)))
      // The animations are finished first, because toggling during an animation would run only its remaining part.
      for (const animation of animations) animation.finish()
      return all
    })
  for (const state of ['visible', 'hidden'] as const) {
    const all = await durations()
    expect(all.length).toBeGreaterThan(0)
    expect(new Set(all)).toEqual(new Set([250]))
    await menu.waitFor({ state })
  }
})

test.describe('the menu without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('without scripts, the menu and its groups open, and their links work', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('summary', { hasText: 'Seefahrt' }).click()
    await page.getByRole('link', { name: 'Leuchtturm Rote Sand' }).click()
    await expect(page).toHaveTitle('Leuchtturm Rote Sand - Nebelhorn')
  })
})
