import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PageSummary } from '../kit/page.ts'
import { fakePage } from '../testing/render.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pages: PageSummary[] = [
  { path: '/one', title: 'One', description: '', group: 'Seefahrt', subject: 'gaming', file: '' },
  { path: '/two', title: 'Two', description: '', group: 'Seefahrt', subject: 'gaming', file: '' },
]

/** Shows the menu of a site with two pages. */
async function menu() {
  const page = fakePage(() => new Response('', { status: 404 }))
  const { Menu } = await import('./menu.tsx')
  await page.show(createElement(Menu, { pages }), '/one')
  const nav = page.find('nav')
  const hidePopover = vi.fn()
  Object.assign(nav, { hidePopover })
  return {
    page,
    hidePopover,
    group: (title: string) => page.find('summary', title).parentElement as unknown as { open?: boolean },
    point: (title: string, pointerType: string) =>
      page.fire(page.find('summary', title), 'pointerover', { pointerType }),
  }
}

test('S2.22 the menu closes when the route changes, and not before', async () => {
  const { page, hidePopover } = await menu()
  expect(hidePopover).not.toHaveBeenCalled()
  await page.goTo('/two')
  expect(hidePopover).toHaveBeenCalledOnce()
})

test('S2.22 a submenu opens when the mouse points at it, but not on touch', async () => {
  const { group, point } = await menu()
  await point('Bordwissen', 'touch')
  expect(group('Bordwissen').open).not.toBe(true)
  await point('Bordwissen', 'mouse')
  expect(group('Bordwissen').open).toBe(true)
})
