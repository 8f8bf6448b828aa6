import { type ComponentType, createElement, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'
import type { ScenePicture } from './picture.ts'
import type { SceneProps } from './scene.tsx'

afterEach(() => {
  vi.doUnmock('./picture.ts')
  vi.unstubAllGlobals()
})

const picture: ScenePicture = {
  name: 'desk',
  box: [0, 0, 10, 10],
  parts: [{ prop: 'gem', x: 0, y: 0, z: 0 }],
}

/** Shows a picture, and another one in its place after a press. */
function Pictures({ Scene }: { Scene: ComponentType<SceneProps> }) {
  const [shown, setShown] = useState(picture)
  const other = { ...picture, name: 'boat', parts: [{ prop: 'gem', x: 1, y: 1, z: 0 }] }
  const onClick = () => setShown(other)
  return createElement('button', { type: 'button', onClick }, createElement(Scene, { picture: shown }))
}

test('a scene is drawn again when the served HTML contains it twice, because the two drawings can have different colours', async () => {
  const page = installFakePage(() => new Response())
  const { Scene, reuseServedScenes } = await import('./scene.tsx')
  const served = page.document.createElement('div')
  served.innerHTML = '<svg data-scene="desk"><g id="served"/></svg>'.repeat(2)
  reuseServedScenes(served)
  await page.show(createElement(Scene, { picture }))
  reuseServedScenes(null)
  expect(page.find('svg').innerHTML).toContain('<g transform=')
})

test('hydration reuses the served drawing of a scene, and a picture that later replaces the scene is drawn', async () => {
  const page = installFakePage(() => new Response())
  const original = await vi.importActual<typeof import('./picture.ts')>('./picture.ts')
  const draw = vi.fn<typeof original.drawScenePicture>(original.drawScenePicture)
  vi.doMock('./picture.ts', () => ({ ...original, drawScenePicture: draw }))
  const { Scene, reuseServedScenes } = await import('./scene.tsx')
  await page.serve(createElement(Pictures, { Scene }))
  const served = page.find('svg').innerHTML
  expect(served).toContain('<g transform=')
  draw.mockClear()
  reuseServedScenes(page.document)
  await page.show(createElement(Pictures, { Scene }))
  reuseServedScenes(null)
  expect(draw).not.toHaveBeenCalled()
  expect(page.find('svg').innerHTML).toBe(served)
  await page.fire(page.find('button'), 'click')
  expect(draw).toHaveBeenCalledOnce()
  expect(page.find('svg').innerHTML).not.toBe(served)
})
