import { readdirSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ScenePicture } from '../look/picture.ts'
import { drawScenePicture } from '../look/picture.ts'
import { projectPoint } from '../look/projection.ts'
import { scenePropKinds } from '../look/props.ts'
import { Scene } from '../look/scene.tsx'
import { toPlatformPaths } from '../look/tile-platform.ts'
import { generatedSceneChoiceCounts, generateSceneSource } from './generated-scene.ts'
import { scenePropDescriptions } from './prop-descriptions.ts'
import { parseScenePicture, SCENE_SVG_ELEMENTS_MAX } from './read-scene.ts'

const pictureOf = (scene: unknown): ScenePicture => {
  const { picture, problems } = parseScenePicture(scene, 'test')
  if (!picture) throw new Error(JSON.stringify(problems))
  return picture
}
const messagesOf = (scene: unknown): string[] =>
  parseScenePicture(scene, 'test').problems.map(({ path, message }) => `${path.join(' ')}: ${message}`)
const floor = 'aaaa\naaaa\naaaa\naaaa'
const withProps = (...lines: string[]) => ({ tiles: floor, props: lines })

/** Returns a scene with one prop, which has a size and a colour if its kind allows them. */
const showProp = (name: string): object => {
  if (name === 'ramp')
    return { tiles: 'aaaa\naaaa\n\nbbbb', heights: { a: 0.8 }, props: ['ramp 1.2 ruby from 2 2 to 2 3.2'] }
  const { measure, colour } = scenePropKinds[name] ?? {}
  const options = `${colour ? ' ruby' : ''}${measure === 'sides' ? ' 2x2x0.5' : measure === 'line' ? '' : ' 0.8'}`
  return withProps(measure === 'line' ? `${name}${options} from 0.5 2 to 3.5 2` : `${name}${options} at 2 2`)
}

const folder = new URL('./own/', import.meta.url)
const files = readdirSync(folder).map((file): [string, unknown] => [
  file,
  parse(readFileSync(new URL(file, folder), 'utf8')),
])
const pictures: [string, unknown][] = [
  ...files,
  ...Object.keys(scenePropKinds).map((name): [string, unknown] => [`prop ${name}`, showProp(name)]),
]

describe.each(pictures)('the picture of %s', (_name, scene) => {
  const picture = pictureOf(scene)
  const markup = renderToStaticMarkup(createElement(Scene, { picture }))

  it('the picture of a scene is hidden from screen readers and has a viewBox of whole numbers', () => {
    expect(markup).toMatch(/<svg [^>]*viewBox="(-?\d+ ){3}\d+"[^>]*aria-hidden="true"/)
  })

  it('the picture of a scene contains no inline style, no invalid number, and few elements', () => {
    expect(markup).not.toMatch(/ style=|NaN|undefined|Infinity/)
    expect(markup.match(/<[a-z]/gi)?.length).toBeLessThanOrEqual(SCENE_SVG_ELEMENTS_MAX + 1)
  })

  it('the picture of a scene is well-formed XML, in which every id is unique and every referenced id exists', () => {
    const open: string[] = []
    for (const [, end, name = '', self] of markup.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (end) expect(open.pop()).toBe(name)
      else if (!self) open.push(name)
    }
    expect(open).toEqual([])
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id] of markup.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id)
  })
})

it('every prop of scenes has a description for the desk', () => {
  expect(Object.keys(scenePropDescriptions).sort()).toEqual(Object.keys(scenePropKinds).sort())
})

it('two pictures on the same page have different ids', () => {
  const scene = createElement(Scene, { picture: pictureOf(withProps('marble at 2 2')) })
  const ids = [...renderToStaticMarkup(createElement('div', null, scene, scene)).matchAll(/ id="([^"]+)"/g)]
  expect(new Set(ids.map(([, id]) => id)).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(8)
})

describe('a prop', () => {
  const partsOf = (...lines: string[]) => pictureOf(withProps(...lines)).parts.filter((part) => 'prop' in part)

  it('a prop of a scene stands on its tile', () => {
    const { parts } = pictureOf({ tiles: 'ab', heights: { b: 1.5 }, props: ['gem at 1.5 0.5'] })
    expect(parts.at(-1)).toMatchObject({ prop: 'gem', z: 1.5 })
  })

  it('a prop of a scene stands on the highest earlier prop at its position', () => {
    const [low, high, gem] = partsOf('box 2x2x0.5 at 2 2', 'box 1x1x0.4 at 2 2', 'gem at 2.2 2.2')
    expect([low, high, gem]).toMatchObject([{ z: 0 }, { z: 0.5, on: 'box' }, { z: 0.9, on: 'box' }])
  })

  it('a prop is drawn after the props behind it, whatever their order in the scene is', () => {
    const order = partsOf('tree at 3.5 3.5', 'lamp at 2 2', 'bush at 0.5 0.5').map(({ prop }) => prop)
    expect(order).toEqual(['bush', 'lamp', 'tree'])
  })

  it.each([
    ['gem at 4.5 1', 'stands on no tile: at 4.5 1 is a gap'],
    ['tower at 3.5 2', 'hangs over an edge: from 2.45 0.25 to 4.55 3.75 must be tiles of one height'],
    ['rail from 0 0 to 5 0', 'needs a tile at its start and at its end'],
    ['rail from 0 0 to 2 1', 'runs along one axis: one of the two numbers stays the same'],
    ['gate from 1 0 to 1 3', 'runs to the right: both places have the same second number'],
    ['rail 2 from 0 0 to 3 0', 'rail is as long as its way and takes no size'],
    ['gem ruby', 'say where it is: "gem at 1.5 1.5"'],
    ['gem at 1', 'say where it is: "gem at 1.5 1.5"'],
    ['rail at 1 1', 'say where it is: "rail from 0 0 to 3 0"'],
    ['gem 7 at 1 1', 'its size 7 is not between 0.3 and 3'],
    ['gem 2x2 at 1 1', 'gem takes one number as its size, such as 1.2'],
    ['box 0x1 at 1 1', 'its size 0x1 is not possible'],
    ['ninja ruby at 2 2', 'ninja has its own colours and takes none; leave out "ruby"'],
  ])('the prop "%s" of a scene is refused', (line, message) =>
    expect(messagesOf(withProps(line))).toEqual([`props 0: ${message}`]),
  )

  it('when a scene names an unknown prop or colour, the problem lists every valid name', () => {
    const [prop, colour] = messagesOf(withProps('trea at 1 1', 'gem rubi at 1 1'))
    expect(prop).toBe(`props 0: no prop is called trea; these are: ${Object.keys(scenePropKinds).join(', ')}`)
    expect(colour).toMatch(/^props 1: no colour is called rubi; these are: page, gaming, .*ruby, emerald/)
  })
})

describe('a scene', () => {
  it.each<[unknown, string]>([
    [7, ': a scene has the keys tiles, heights, colours, props'],
    [{}, ': a scene needs tiles or props'],
    [{ tile: floor, tiles: floor }, 'tile: is not a key of a scene; these are: tiles, heights, colours, props'],
    [{ tiles: 'aa\na#' }, 'tiles: row 2 has "#"; a tile is a small letter and a gap is a dot'],
    [{ tiles: '...' }, 'tiles: needs at least one tile'],
    [{ tiles: 'a'.repeat(21) }, 'tiles: has at most 20 rows and columns'],
    [{ tiles: floor, heights: { b: 1 } }, 'heights b: no tile has the letter b'],
    [{ tiles: floor, heights: { a: '1' } }, 'heights a: needs a number from -8 to 8'],
    [{ tiles: floor, props: 'gem at 1 1' }, 'props: needs one line for each prop, such as "- gem ruby at 1.5 0.5"'],
  ])('the scene %j is refused', (scene, message) => expect(messagesOf(scene)).toEqual([message]))

  it('the picture of a scene has at most 280 elements', () => {
    const [message] = messagesOf(withProps(...Array(10).fill('rack at 2 2')))
    expect(message).toBeUndefined()
    expect(messagesOf(withProps(...Array(20).fill('rack at 2 2')))[0]).toMatch(/has \d+ elements, .* at most 280/)
  })

  it('a scene with several mistakes is refused with one problem for each mistake', () => {
    expect(messagesOf({ tiles: 'a', colours: { a: 'pink' }, props: ['tree', 'gem at 9 9'] })).toHaveLength(2)
  })
})

it('the example scene of docs/writing.md is valid', () => {
  const text = readFileSync(new URL('../../docs/writing.md', import.meta.url), 'utf8')
  const example = /```yaml\n(scene:[\s\S]*?)```/.exec(text)?.[1] ?? ''
  expect(messagesOf(parse(example).scene)).toEqual([])
  const lines = [...text.matchAll(/^\| `([a-z]+ .*?)` +\|/gm)].map(([, line = '']) => line)
  expect(lines.length).toBeGreaterThan(4)
  const tiles = 'aaaaaa\naaaaaa\naaaaaa\naaaaaa\n\naaaaaa'
  for (const line of lines) expect(messagesOf({ tiles, props: [line] }), line).toEqual([])
})

describe('the marble of a stage', () => {
  const rollOf = (tiles: string, ...lines: string[]) => pictureOf({ tiles, props: lines }).roll
  it.each([
    ['aaa\naaa\naaa\naaa', 'marble at 2.4 1.4', 'left-2'],
    ['aaaaa\naaaaa', 'marble at 1.5 1.4', 'right-3'],
  ])(
    'the marble of a scene rolls to the left or right front edge of its platform, whichever is further away',
    (tiles, line, roll) => expect(rollOf(tiles, line)).toBe(roll),
  )

  it('the marble of a scene does not roll when it is on a pad or below a hat', () => {
    expect(rollOf(floor, 'pad 2x2 at 2 2', 'marble at 2 2')).toBe('stays')
    expect(rollOf(floor, 'marble at 2 2', 'hat at 2 2')).toBe('stays')
  })
})

describe('the scene made from a title', () => {
  const titles = Array.from({ length: 600 }, (_, n) => `Title ${n}`)
  const made = titles.map((title) => generateSceneSource(title))
  it('the scene made from a title is always the same, in every Unicode form of the title', () => {
    expect(generateSceneSource('Café')).toEqual(generateSceneSource('Cafe\u0301'))
    expect(generateSceneSource('A year in photos')).toMatchInlineSnapshot(`
      {
        "props": [
          "rail from 0 0 to 6 0",
          "box page 1.4x1.4x0.3 at 1.2 1.1",
          "tree at 1.2 1.1",
          "gem ruby at 3.5 0.6",
          "lamp 0.8 at 5.5 0.6",
        ],
        "tiles": "aaaaaa
      aaaaaa
      aa.aaa",
      }
    `)
  })

  it('the scene made from a title has no problems, and few elements', () => {
    for (const scene of made) {
      expect(messagesOf(scene)).toEqual([])
      expect(drawScenePicture(pictureOf(scene), 'about', '').match(/<[a-z]/gi)?.length).toBeLessThanOrEqual(130)
    }
  })

  it('the scenes made from titles use every composition, and differ between titles', () => {
    expect(new Set(made.map(({ tiles }) => tiles)).size).toBe(generatedSceneChoiceCounts.compositions)
    expect(new Set(made.map((scene) => JSON.stringify(scene))).size).toBeGreaterThan(450)
  })

  it('the scene made from a title has only props that fit any title', () => {
    const names = new Set(made.flatMap((scene) => (scene.props as string[]).map((line) => line.split(' ')[0])))
    expect([...names].sort()).toEqual(
      ['box', 'bush', 'flag', 'gem', 'lamp', 'marble', 'pad', 'rail', 'ramp', 'tile', 'tree'].sort(),
    )
  })
})

describe('the viewBox', () => {
  const EDGE = 60
  /** Returns whether a drawing has a visible point outside its viewBox. */
  async function isOutside(scene: unknown): Promise<boolean> {
    const picture = pictureOf(scene)
    const [left, top, width, height] = picture.box
    const [w, h] = [width + 2 * EDGE, height + 2 * EDGE]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left - EDGE} ${top - EDGE} ${w} ${h}" width="${w}" height="${h}">${drawScenePicture(picture, 'about', '')}</svg>`
    const image = sharp(Buffer.from(svg)).extractChannel('alpha')
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    return data.some((alpha, index) => {
      const [x, y] = [index % info.width, Math.floor(index / info.width)]
      return alpha > 2 && (x < EDGE || y < EDGE || x >= EDGE + width || y >= EDGE + height)
    })
  }

  it.each([
    ...pictures.map(([, scene]) => scene),
    ...Array.from({ length: 60 }, (_, n) => generateSceneSource(`Page ${n}`)),
  ])('the viewBox of a picture contains the whole drawing of %j', async (scene) =>
    expect(await isOutside(scene)).toBe(false),
  )
})

describe('a platform', () => {
  const faces = (path: string): number => path.match(/z/g)?.length ?? 0
  const deckOf = (...rows: string[]) => toPlatformPaths({ x: 0, y: 0, z: 0, rows })

  it('a platform draws all its tiles of one colour as a single SVG path', () => {
    const { dark, light, bevel } = deckOf('####', '####', '####')
    expect([faces(dark), faces(light), faces(bevel)]).toEqual([6, 6, 12])
  })

  it('the left faces of all blocks of a platform are combined into one path, and the right faces into another', () => {
    const { left, right } = deckOf('####', '####', '####')
    expect([faces(left), faces(right)]).toEqual([1, 1])
  })

  it('a platform with a hole shows the inner walls of the hole', () => {
    const { left, right, light } = deckOf('###', '# #', '###')
    expect([faces(left), faces(right), faces(light)]).toEqual([2, 2, 4])
  })
})

it('the projection maps the corners of a tile to whole numbers', () => {
  expect([projectPoint([0, 0]), projectPoint([1, 0]), projectPoint([0, 1]), projectPoint([1, 1, 1])]).toEqual([
    [0, 0],
    [26, 15],
    [-26, 15],
    [0, 0],
  ])
})
