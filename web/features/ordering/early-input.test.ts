import { type ComponentType, createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { buildTerms } from '#contract/testing/sample-kitchen.ts'
import { buildAlwaysOpenTerms, buildMenu } from '#contract/testing/sample-menu.ts'
import { createPageActions } from '../../testing/page-actions.ts'
import { installFakePage, setFieldValue } from '../../testing/render.ts'

/**
 * Shows a screen as the server rendered it a minute ago. `hydrate` starts the application.
 * @param query the key of the data that the screen shows
 */
async function serveScreen(
  load: () => Promise<{ Screen: ComponentType }>,
  address: string,
  query: string,
  data: object,
) {
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const page = installFakePage(() => Response.json(data))
  const screen = createElement((await load()).Screen)
  const { setInitialData } = await import('../../kit/initial-data.ts')
  setInitialData({ now: Date.now() - 60_000, query, data })
  await page.serve(screen, address)
  const hydrate = async () => {
    await page.show(screen, address)
    setInitialData(undefined)
  }
  return { page, hydrate, ...createPageActions(page) }
}

test('a postcode that is typed before hydration stays in its field and decides the delivery terms', async () => {
  const zones = [{ prefixes: ['AB1'], fee: 100, freeOver: null, minimum: null }]
  const { page, hydrate, field } = await serveScreen(() => import('./kitchens-screen.tsx'), '/order', 'kitchens', {
    kitchens: [buildTerms({ zones })],
  })
  setFieldValue(field('Your postcode'), 'AB1 2CD')
  await hydrate()
  expect(field('Your postcode').value).toBe('AB1 2CD')
  expect(page.find('.kitchen-row').textContent).toContain('Delivery £1.00')
})

test('a search text and diets that are entered into a menu before hydration stay in their fields and filter the dishes', async () => {
  const kitchen = { terms: buildAlwaysOpenTerms(), categories: buildMenu(), fullSlots: [] }
  const { slug } = kitchen.terms
  const { page, hydrate, field } = await serveScreen(
    () => import('./menu/menu-screen.tsx'),
    `/order/${slug}`,
    `kitchen ${slug}`,
    kitchen,
  )
  setFieldValue(field('Search the menu'), 's')
  field('vegan').click()
  field('vegetarian').click()
  await hydrate()
  expect(field('Search the menu').value).toBe('s')
  expect([field('vegan').checked, field('vegetarian').checked, field('milk').checked]).toEqual([true, true, false])
  expect(page.findAll('.dish h3').map(({ textContent }) => textContent)).toEqual(['Slaw'])
})
