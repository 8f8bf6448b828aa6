import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HatMarble } from './hat-marble.tsx'
import { Illustration, type IllustrationName } from './illustrations.tsx'
import { project } from './projection.ts'
import { toDeckPaths } from './scenes/deck.ts'

const names: IllustrationName[] = [
  'course',
  'speedrunning',
  'games',
  'pc',
  'projects',
  'about',
  'lost',
  'construction',
  'gaming-tile',
  'games-tile',
  'programming-tile',
  'projects-tile',
  'about-tile',
]
const draw = (...pictures: IllustrationName[]): string =>
  renderToStaticMarkup(
    createElement(
      'div',
      null,
      pictures.map((name) => createElement(Illustration, { name, key: name })),
    ),
  )

describe.each(names)('the picture %s', (name) => {
  const markup = draw(name)

  it('is hidden from screen readers and has a viewBox', () => {
    expect(markup).toMatch(/<svg [^>]*viewBox="[-\d. ]+"[^>]*aria-hidden="true"/)
  })

  it('contains no inline style, which the content security policy would refuse', () => {
    expect(markup).not.toMatch(/ style=/)
  })

  it('contains no invalid number, and fewer than 280 elements', () => {
    expect(markup).not.toMatch(/NaN|undefined|Infinity/)
    expect(markup.match(/<[a-z]/gi)?.length).toBeLessThan(280)
  })
})

it('gives every gradient of a page a unique id, and uses only ids that exist', () => {
  const markup = draw(...names) + renderToStaticMarkup(createElement(HatMarble))
  const ids = [...draw(...names).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, id] of markup.matchAll(/url\(#([^)]+)\)/g)) expect(markup).toContain(`id="${id}"`)
})

describe('a deck', () => {
  const faces = (path: string): number => path.match(/z/g)?.length ?? 0

  it('puts every tile of one colour into one path', () => {
    const { dark, light, bevel } = toDeckPaths({ x: 0, y: 0, cols: 4, rows: 3 })
    expect([faces(dark), faces(light), faces(bevel)]).toEqual([6, 6, 12])
  })

  it('combines all left sides into one, and all right sides into one', () => {
    const { left, right } = toDeckPaths({ x: 0, y: 0, cols: 4, rows: 3 })
    expect([faces(left), faces(right)]).toEqual([1, 1])
  })

  it('shows the inner walls of a hole', () => {
    const { left, right, light } = toDeckPaths({ x: 0, y: 0, cols: 3, rows: 3, skip: (x, y) => x === 1 && y === 1 })
    expect([faces(left), faces(right), faces(light)]).toEqual([2, 2, 4])
  })
})

it('projects a tile to whole numbers', () => {
  expect([project([0, 0]), project([1, 0]), project([0, 1]), project([1, 1, 1])]).toEqual([
    [0, 0],
    [26, 15],
    [-26, 15],
    [0, 0],
  ])
})
