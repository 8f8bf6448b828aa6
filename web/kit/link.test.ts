import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

/** Shows a link on the page /ueber-mich and records the calls to the browser. */
async function link(to: string) {
  const page = installFakePage(() => new Response())
  const done: unknown[] = []
  Object.assign(page.window, { scrollTo: (place: object) => done.push(place) })
  Object.assign(page.window.location, { reload: () => done.push('reload') })
  const { Link } = await import('./link.tsx')
  await page.show(createElement(Link, { to }, 'Go'), '/ueber-mich')
  return { page, done }
}

test('S2.16 a link to the current path scrolls to the top and reloads the page', async () => {
  const { page, done } = await link('/ueber-mich')
  await page.click('Go')
  expect(done).toEqual([{ top: 0, behavior: 'instant' }, 'reload'])
})

test('a link to another path navigates without a reload', async () => {
  const { page, done } = await link('/bootsbau')
  await page.click('Go')
  expect(page.address()).toBe('/bootsbau')
  expect(done).toEqual([])
})

test('a click on a link with a modifier key is left to the browser', async () => {
  const { page, done } = await link('/ueber-mich')
  await page.click('Go', { button: 0, ctrlKey: true })
  expect(done).toEqual([])
  expect(page.address()).toBe('/ueber-mich')
})
