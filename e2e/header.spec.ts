import { watchShifts } from './layout-shifts.ts'
import { createReader, logInBrowser } from './readers.ts'
import { expect, openPage, test } from './test.ts'

const isHeaderThere = () => {
  const { top, bottom } = document.querySelector('.site-header')?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
  return bottom > 40 && top > -20
}

for (const path of ['/', '/seefunk']) {
  test(`on ${path}, the header reappears when the reader scrolls up, shifts nothing and covers no focused element`, async ({
    page,
  }) => {
    const readShift = await watchShifts(page)
    await page.setViewportSize({ width: 1280, height: 740 })
    await openPage(page, path)
    const header = () => page.evaluate(isHeaderThere)
    expect(await header()).toBe(true)
    await page.mouse.move(600, 400)
    await page.mouse.wheel(0, 900)
    await expect.poll(header).toBe(false)
    await page.mouse.wheel(0, -150)
    await expect.poll(header).toBe(true)
    await page.mouse.wheel(0, 200)
    await expect.poll(header).toBe(false)

    // While the mouse button is pressed, scrolling up must not show the header, because the header could cover the
    // pressed element.
    await page.mouse.down()
    await page.evaluate(async () => {
      window.scrollBy({ top: -150, behavior: 'instant' })
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    })
    expect(await header()).toBe(false)
    await page.mouse.up()
    await expect.poll(header).toBe(true)
    await page.mouse.wheel(0, 200)
    await expect.poll(header).toBe(false)

    // The header reappears while Shift+Tab moves the focus up.
    await page.locator('#content a').last().focus()
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Shift+Tab')
      const covered = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body || focused.closest('.site-header')) return null
        const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0
        const { top, bottom } = focused.getBoundingClientRect()
        return bottom > 0 && top < header - 1 ? focused.outerHTML : null
      })
      expect(covered).toBeNull()
    }
    await page.mouse.wheel(0, -5000)
    await expect(page.locator('html')).not.toHaveAttribute('data-header')
    expect(await header()).toBe(true)
    expect(await readShift()).toBeLessThan(0.001)
  })
}

test('on the login page, the header does not reappear when the reader scrolls up', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 })
  await openPage(page, '/login?mode=signup')
  await page.mouse.move(200, 200)
  await page.mouse.wheel(0, 500)
  await page.mouse.wheel(0, -130)
  await expect(page.locator('html')).toHaveAttribute('data-header', '')
  expect(await page.evaluate(isHeaderThere)).toBe(false)
})

test('a long name of the site fits into the header of a phone, also beside the picture of a reader', async ({
  page,
}) => {
  await logInBrowser(page, await createReader(page.request))
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 })
    await openPage(page, '/seefunk')
    const cutOff = await page.locator('.site-header .brand').evaluate((brand) => {
      brand.textContent = 'Otto’s Radio Workbench'
      brand.setAttribute('data-long', 'true')
      const text = document.createRange()
      text.selectNodeContents(brand)
      if (text.getBoundingClientRect().right > brand.getBoundingClientRect().right + 1) return ['the name']
      return [...document.querySelectorAll('.site-header *')]
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.right > innerWidth)
        .map(({ each, box }) => `${each.outerHTML.slice(0, 80)} ${box.left} - ${box.right}`)
    })
    expect(cutOff, `${width} px`).toEqual([])
    const header = await page.locator('.site-header').boundingBox()
    expect(header?.height, `${width} px`).toBeLessThanOrEqual(90)
  }
})
