import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scenePropKinds } from '../web/look/props.ts'
import { readVisiblePages } from './content.ts'
import { findScenePicture, listSceneNames } from './scenes.ts'

const matter = ['path: /a-page', 'title: A page', 'description: About a page', 'published: 2026-11-21']

/** Reads the pages of a content folder with one page. */
function pageOf(lines: string[], body = 'Words.') {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'))
  writeFileSync(path.join(folder, 'a.mdx'), ['---', ...matter, ...lines, '---', '', body].join('\n'))
  return readVisiblePages(folder)[0]
}
const refusalOf = (lines: string[], body?: string): string => {
  try {
    pageOf(lines, body)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('was accepted')
}

const scene = ['scene:', '  tiles: |', '    aaa', '    aaa', '  props:', '    - gem ruby at 0.5 0.5']

test('the scene that a front matter describes is named after the path of its page', () => {
  expect(pageOf(scene)?.scene).toMatchObject({
    name: 'a-page',
    parts: [{ rows: ['###', '###'] }, { prop: 'gem', colour: 'ruby', x: 0.5, y: 0.5, z: 0 }],
  })
})

test('a page may name a scene of content/scenes or of web/scenes/own', () => {
  expect(pageOf(['scene: werft'])?.scene).toEqual(findScenePicture('werft'))
  expect(pageOf(['scene: lost'])?.scene).toEqual(findScenePicture('lost'))
})

test('a page that names no scene gets one made from its title, and a placeholder gets the scene "construction"', () => {
  const made = pageOf([])?.scene
  expect(made?.parts.length).toBeGreaterThan(3)
  expect(pageOf([])?.scene).toEqual(made)
  expect(pageOf(['placeholder: true'])?.scene?.name).toBe('construction')
})

test('an unknown prop fails the build with the file, the line and the names of all props', () => {
  expect(refusalOf([...scene, '    - gme at 1 1'])).toBe(
    `content/a.mdx:12: scene.props 2: no prop is called gme; these are: ${Object.keys(scenePropKinds).join(', ')}`,
  )
})

test('the build fails and names the line of each problem in a scene', () => {
  const lines = ['scene:', '  tiles: |', '    aaa', '    a#a', '  heights: { b: 1 }', '  colour: pink']
  expect(refusalOf(lines).split('\n')).toEqual([
    'content/a.mdx:11: scene.colour: is not a key of a scene; these are: tiles, heights, colours, props',
    'content/a.mdx:9: scene.tiles: row 2 has "#"; a tile is a small letter and a gap is a dot',
    'content/a.mdx:10: scene.heights.b: no tile has the letter b',
  ])
})

test('an unknown scene fails the build with the file, the line and the names of all scenes', () => {
  const names = `these are: ${listSceneNames().join(', ')}`
  expect(refusalOf(['scene: ninjas'])).toBe(`content/a.mdx:6: scene: no scene is called ninjas; ${names}`)
  expect(names).toContain('construction, course, entry, icon, kitchen, lost, werft')
})

test('a scene that is neither a name nor a list of keys fails the build', () => {
  expect(refusalOf(['scene: 7'])).toBe('content/a.mdx:6: scene: needs the name of a scene, or tiles and props')
})
