import { createElement } from 'react'
import { expect, test } from 'vitest'
import { scenePropKinds } from '../../../look/props.ts'
import { openScreen } from '../../../testing/page-actions.ts'

const openBench = () =>
  openScreen(
    () => new Response(null, { status: 404 }),
    async () => createElement((await import('./scenes.tsx')).Screen),
    '/desk/scenes',
  )

test('the scene editor lists every prop, and adds a chosen prop to the text of the scene', async () => {
  const { texts, press, field } = await openBench()
  expect(texts('h3')).toEqual(Object.keys(scenePropKinds))
  await press('Add a lighthouse')
  expect(field('Scene').value).toMatch(/ {2}- marble at 3.4 2.4\n {2}- lighthouse brick at 2 2\n$/)
})

test('the scene editor shows the line of a problem with the valid names, and keeps the last valid picture', async () => {
  const { page, type, texts } = await openBench()
  const picture = page.document.querySelector('.desk-scene-picture svg')?.innerHTML
  await type('Scene', 'tiles: |\n  aa\nprops:\n  - gme at 1 1\n')
  expect(texts('.desk-scene-problems li')).toEqual([
    `Line 4 scene.props 1: no prop is called gme; these are: ${Object.keys(scenePropKinds).join(', ')}`,
  ])
  expect(page.document.querySelector('.desk-scene-picture svg')?.innerHTML).toBe(picture)
  await type('Scene', 'tiles: |\n  aa\nprops:\n  - gem at 1 0.5\n')
  expect(texts('.desk-scene-problems li')).toEqual([])
  expect(page.document.querySelector('.desk-scene-picture svg')?.innerHTML).not.toBe(picture)
})

test('the scene editor shows a syntax error of the YAML', async () => {
  const { type, texts } = await openBench()
  await type('Scene', 'tiles: |\n  aa\nprops: [\n')
  expect(texts('.desk-scene-problems li')[0]).toMatch(/^Line \d /)
  await type('Scene', '')
  expect(texts('.desk-scene-problems li')[0]).toContain('a scene has the keys tiles, heights, colours, props')
})

test('the scene editor generates a scene from a title, and accepts a scene copied from front matter', async () => {
  const { type, press, field, texts } = await openBench()
  await type('Title of a page', 'Sourdough')
  await press('Make a scene')
  expect(field('Scene').value).toMatch(/^tiles: \|/)
  expect(texts('.desk-scene-problems li')).toEqual([])
  await type('Scene', 'scene:\n  tiles: |\n    aa\n')
  expect(texts('.desk-scene-problems li')).toEqual([])
})
