import type { Locator, Page } from '@playwright/test'
import { createOpenKitchen } from './kitchens.ts'
import { expect, hydratePage, test, waitForPaint } from './test.ts'

/**
 * When a button is pressed: before the first module of the page runs, before the application is fetched, between its
 * two parts, or when it is ready.
 */
type Moment = 'first' | 'before' | 'during' | 'after'

/** For each moment, matches the modules that load only after the press. */
const heldParts = {
  first: /\/assets\/(index|boot)-.*\.js/,
  before: /\/assets\/(base|main)-.*\.js/,
  during: /\/assets\/main-.*\.js/,
  after: /never/,
}

/**
 * Returns the indexes of the visible buttons in a part of the page. When several buttons have the same classes and
 * name, only the first one is returned.
 */
const findButtons = (buttons: Locator): Promise<number[]> =>
  buttons.evaluateAll((all: HTMLButtonElement[]) => {
    const kindOf = (button: HTMLButtonElement) =>
      `${button.className} ${button.getAttribute('aria-label') ?? button.textContent}`.replace(/ Add .*/, '')
    const shown = all.filter((button) => button.checkVisibility({ visibilityProperty: true }))
    const kinds = new Map(shown.toReversed().map((button) => [kindOf(button), all.indexOf(button)]))
    return [...kinds.values()].toReversed()
  })

/**
 * Returns everything that a press can change: the URL, the open elements, expanded, pressed and status elements, the
 * theme, the cart, the clipboard and the focused field.
 */
const readEffects = (page: Page) =>
  page.evaluate(async () => ({
    address: location.href,
    open: [...document.querySelectorAll('dialog[open], :popover-open, details[open]')].map((open) => open.className),
    states: [
      ...document.querySelectorAll('main [aria-expanded], main [aria-pressed], main [role=alert], main [role=status]'),
    ]
      .filter((element) => !element.closest('[data-app=near]'))
      .map((element) => [element.ariaExpanded, element.ariaPressed, element.textContent]),
    theme: document.documentElement.dataset.theme,
    cart: localStorage.getItem('order'),
    copied: await navigator.clipboard.readText(),
    // A focused button is ignored, because every press moves the focus to the pressed button.
    focus: document.activeElement?.matches('button') ? null : document.activeElement?.getAttribute('name'),
  }))

/** Opens a page and presses a button before, while or after the application loads. */
async function pressAt(page: Page, path: string, button: Locator, moment: Moment): Promise<void> {
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.route(heldParts[moment], async (route) => {
    held.resolve()
    await release.promise
    await route.continue()
  })
  // A delayed module may delay the load events of the page.
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading')
  if (moment === 'after') await hydratePage(page)
  const before = await readEffects(page)
  await button.click()
  if (moment !== 'after') await held.promise
  release.resolve()
  await expect.poll(() => readEffects(page)).not.toEqual(before)
  await waitForPaint(page)
  await page.unroute(heldParts[moment])
}

const pages = [
  ['/', 'header button, main button'],
  ['/seefunk', 'main button'],
  ['/login', 'main button'],
  ['a menu', 'main button'],
] as const

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
for (const [name, selector] of pages)
  test(`each button of ${name} does the same when it is pressed before the first module runs, and before, while and after the application loads`, async ({
    page,
    request,
  }) => {
    // The page is loaded four times for each button.
    test.slow()
    const path = name === 'a menu' ? `/order/${(await createOpenKitchen(request)).slug}` : name
    // The storage is cleared, so that each load is like the first visit of a reader.
    await page.addInitScript(() => localStorage.clear())
    await page.goto(path)
    const buttons = page.locator(selector)
    for (const i of await findButtons(buttons)) {
      await pressAt(page, path, buttons.nth(i), 'after')
      const wanted = await readEffects(page)
      for (const moment of ['first', 'before', 'during'] as const) {
        await pressAt(page, path, buttons.nth(i), moment)
        await expect.poll(() => readEffects(page)).toEqual(wanted)
      }
    }
  })

test('text that a reader types into the search of a menu before the application loads stays in the field and filters the dishes', async ({
  page,
  request,
}) => {
  const { slug } = await createOpenKitchen(request)
  const release = Promise.withResolvers<void>()
  await page.route(heldParts.before, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto(`/order/${slug}`, { waitUntil: 'commit' })
  const search = page.getByRole('searchbox', { name: 'Search the menu' })
  await search.pressSequentially('no such ')
  await expect(page.getByRole('status').filter({ hasText: 'No dish matches.' })).toHaveCount(0)
  release.resolve()
  await hydratePage(page)
  await search.pressSequentially('dish')
  await expect(search).toHaveValue('no such dish')
  await expect(page.getByRole('status').filter({ hasText: 'No dish matches.' })).toBeVisible()
})
