import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PageSummary } from '../kit/page.ts'
import { installFakePage } from '../testing/render.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pages: PageSummary[] = [
  { path: '/one', title: 'One', description: '', group: 'Seefahrt', subject: 'gaming', file: '' },
  { path: '/two', title: 'Two', description: '', group: 'Seefahrt', subject: 'gaming', file: '' },
]

/** Shows the menu of a site with two pages in the group Seefahrt, and others. */
async function menu(others: PageSummary[] = []) {
  const page = installFakePage(() => new Response('', { status: 404 }))
  const { Menu } = await import('./menu.tsx')
  await page.show(createElement(Menu, { pages: [...pages, ...others] }), '/one')
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

test('a menu group shows twelve pages, then only pages that are not articles, and a link to the list of all articles', async () => {
  const list: PageSummary = { path: '/log', title: 'Log', description: '', subject: 'about', file: '', list: {} }
  const addPages = (count: number, more: Partial<PageSummary> = {}) =>
    Array.from({ length: count }, (_, at) => {
      const summary: PageSummary = { ...pages[0], path: `/more-${at}`, title: `More ${at}`, ...more } as PageSummary
      return { ...summary, published: '2026-11-21' }
    })
  const items = async (others: PageSummary[]) =>
    (await menu(others)).page.findAll('details .menu-item').map(({ textContent }) => textContent)
  const twelve = ['One', 'Two', ...addPages(10).map(({ title }) => title)]
  expect((await items([list, ...addPages(10)])).slice(0, 13)).not.toContain('More articles')
  const secret = addPages(1, { path: '/secret', title: 'Secret', private: true })
  const many = await items([list, ...addPages(11), ...secret])
  expect(many.slice(0, 14)).toEqual([...twelve, 'Secret', 'More articles'])
  expect(await items(addPages(11))).toContain('More 10')
})

test('S2.22 a submenu opens when the mouse points at it, but not on touch', async () => {
  const { group, point } = await menu()
  await point('Bordwissen', 'touch')
  expect(group('Bordwissen').open).not.toBe(true)
  await point('Bordwissen', 'mouse')
  expect(group('Bordwissen').open).toBe(true)
})
