import { describe, expect, it } from 'vitest'
import {
  type ColourName,
  calculateContrast,
  calculateHue,
  computePalette,
  formatPaletteCss,
  type Palette,
} from './palette.ts'
import type { PageSubject } from './site-config.ts'

const engine = computePalette()
/** The palettes of 72 hues, and the default palette. */
const palettes: [string, Palette][] = [
  ['the hues of the engine', engine],
  ...Array.from({ length: 72 }, (_, step): [string, Palette] => [
    `the hue ${step * 5}`,
    computePalette({ sky: step * 5, accent: step * 5 }),
  ]),
]

describe.each(palettes)('with %s', (_, palette) => {
  describe.each(['day', 'night'] as const)('by %s', (theme) => {
    const expectContrast = (names: ColourName[], grounds: ColourName[], ratio: number) => {
      for (const name of names)
        for (const ground of grounds)
          expect(
            calculateContrast(palette[theme][name], palette[theme][ground]),
            `${name} on ${ground}`,
          ).toBeGreaterThanOrEqual(ratio)
    }

    it('text is readable, and edges of controls and the focus ring are visible', () => {
      expectContrast(['ink', 'soft', 'link'], ['sky-1', 'sky-2', 'page', 'raised'], 4.5)
      expectContrast(['ahead', 'behind', 'gold'], ['page', 'raised'], 4.5)
      expectContrast(['on-ruby'], ['ruby', 'ruby-deep'], 4.5)
      expectContrast(['control', 'focus'], ['page', 'raised', 'sky-2'], 3)
    })
  })
})

it('without hues in the configuration, the colours are exactly the default ones', () => {
  expect([engine.day['sky-1'], engine.night.ink, engine.day.ruby, engine.tiles.gaming.a]).toEqual([
    '#a9d4f5',
    '#e9f0fa',
    '#d3213b',
    '#2f7bf0',
  ])
  expect(computePalette({ sky: calculateHue('#a9d4f5'), accent: calculateHue('#d3213b') })).toEqual(engine)
})

it('red, green and blue have the hues of CSS Color 4', () => {
  expect(['#ff0000', '#00ff00', '#0000ff'].map((colour) => Math.round(calculateHue(colour)))).toEqual([29, 142, 264])
})

it('a configured hue changes only the colours of its group, and these colours get this hue', () => {
  const { day, tiles } = computePalette({ accent: 150, about: 20 })
  expect(Math.abs(calculateHue(day.ruby) - 150)).toBeLessThan(3)
  expect(Math.abs(calculateHue(tiles.about.a) - 20)).toBeLessThan(3)
  const accent = { ruby: '', 'ruby-deep': '', 'ruby-edge': '' }
  expect({ ...day, ...accent }).toEqual({ ...engine.day, ...accent })
  for (const subject of ['gaming', 'games', 'programming', 'projects'] satisfies PageSubject[])
    expect(tiles[subject]).toEqual(engine.tiles[subject])
})

it('the CSS contains each colour once for both themes, keeps its opacity, and contains the tile colours of each subject', () => {
  const style = formatPaletteCss(computePalette({ sky: 60 }))
  expect(style).toMatch(/^ {2}--panel: light-dark\(#ffffffeb, #[0-9a-f]{6}eb\);$/m)
  expect(style).toMatch(/^ {2}--ruby: #d3213b;$/m)
  expect(style).toContain("[data-subject='gaming'] {\n  --tile-a: #2f7bf0;\n  --tile-b: #74aaf8;\n}")
})
