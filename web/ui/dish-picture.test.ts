import { createElement } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

const path = '/dish-pictures/1'
const preview = 'data:image/png;base64,AA=='

/** Shows pictures of dishes. @returns their addresses */
async function showPictures(): Promise<(string | null)[]> {
  const page = installFakePage(() => new Response())
  page.document.head.innerHTML = '<meta name="site-origin" content="https://site.test">'
  const { DishPicture } = await import('./dish-picture.tsx')
  await page.show([path, preview].map((src) => createElement(DishPicture, { key: src, src })))
  return page.findAll('img').map((picture) => picture.getAttribute('src'))
}

test('in a browser, the picture of a dish is loaded from its path on the server', async () => {
  expect(await showPictures()).toEqual([path, preview])
})

test('in the native app, the picture of a dish is loaded from the site, and the preview of a chosen file keeps its data URL', async () => {
  // The next test may be in another file of the same process, and must not get the modules of the native app.
  onTestFinished(() => void vi.resetModules())
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true, getPlatform: () => 'ios' })
  expect(await showPictures()).toEqual([`https://site.test${path}`, preview])
})
