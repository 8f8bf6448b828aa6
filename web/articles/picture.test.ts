import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

vi.mock('./lightbox.tsx', () => {
  throw new TypeError('Failed to fetch')
})

afterEach(() => vi.unstubAllGlobals())

test('the message that a picture could not be enlarged can be closed, and is shown again after the next failure', async () => {
  const page = installFakePage(() => new Response())
  const { Picture } = await import('./picture.tsx')
  const src = { sources: {}, img: { src: '/boat.webp', w: 1, h: 1 } }
  await page.show(createElement(Picture, { src, alt: 'A boat' }), '/here')
  const enlarge = () => page.fire(page.find('.picture-button'), 'click')
  await enlarge()
  await page.until(() => expect(page.text()).toContain('The picture could not be enlarged.'))
  await page.fire(page.find('.toast button'), 'click')
  expect(page.text()).not.toContain('The picture could not be enlarged.')
  await enlarge()
  await page.until(() => expect(page.text()).toContain('The picture could not be enlarged.'))
})
