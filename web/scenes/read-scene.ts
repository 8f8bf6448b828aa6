import { scenePropColourNames, tileColourNames } from '../look/colours.ts'
import type { ScenePicture } from '../look/picture.ts'
import { scenePropKinds } from '../look/props.ts'
import { layOutScene, type PropPlacement } from './arrange.ts'

/** A problem of a scene. `path` lists the keys that lead to the problem. */
export interface SceneProblem {
  path: (string | number)[]
  message: string
}

const keys = ['tiles', 'heights', 'colours', 'props']
const MAX_TILES = 20
const MAX_PROPS = 40
const MAX_HEIGHT = 8
export const SCENE_SVG_ELEMENTS_MAX = 280

class Problem extends Error {}
const fail = (message: string): never => {
  throw new Problem(message)
}
const listNames = (names: readonly string[]): string => names.join(', ')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses a scene that an author has written (docs/writing.md, "Scenes"), and arranges it for drawing.
 * @returns the picture, or every problem of the scene
 */
export function parseScenePicture(
  scene: unknown,
  name: string,
): { picture: ScenePicture; problems: [] } | { picture: undefined; problems: SceneProblem[] } {
  const problems: SceneProblem[] = []
  const attempt = <T>(path: (string | number)[], read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push({ path, message: error.message })
    }
  }
  const failure = () => ({ picture: undefined, problems })
  if (!isRecord(scene)) {
    problems.push({ path: [], message: `a scene has the keys ${listNames(keys)}` })
    return failure()
  }
  for (const key of Object.keys(scene))
    if (!keys.includes(key))
      problems.push({ path: [key], message: `is not a key of a scene; these are: ${listNames(keys)}` })

  const rows = attempt(['tiles'], () => readRows(scene.tiles)) ?? []
  const letters = new Set(rows.join('').replaceAll(' ', ''))
  const readMap = <T>(key: string, readOne: (value: unknown) => T): Record<string, T> => {
    const map: Record<string, T> = {}
    const entries = attempt([key], () =>
      isRecord(scene[key] ?? {}) ? Object.entries(scene[key] ?? {}) : fail('needs a letter of the tiles and its value'),
    )
    for (const [letter, value] of entries ?? [])
      attempt([key, letter], () => {
        if (!letters.has(letter)) fail(`no tile has the letter ${letter}`)
        map[letter] = readOne(value)
      })
    return map
  }
  const heights = readMap('heights', (value) =>
    typeof value === 'number' && Math.abs(value) <= MAX_HEIGHT
      ? value
      : fail(`needs a number from -${MAX_HEIGHT} to ${MAX_HEIGHT}`),
  )
  const colours = readMap('colours', (value) => readColour(String(value), tileColourNames))
  const list = attempt(['props'], () => readList(scene.props)) ?? []
  const placed = list.map((text, index) => attempt(['props', index], () => readProp(text)))
  if (problems.length > 0) return failure()
  if (rows.length === 0 && placed.length === 0) problems.push({ path: [], message: 'a scene needs tiles or props' })

  const tiles = { rows, heights, colours }
  const { picture, elements } = layOutScene(name, tiles, placed as PropPlacement[], (index, message) =>
    problems.push({ path: ['props', index], message }),
  )
  if (elements > SCENE_SVG_ELEMENTS_MAX)
    problems.push({
      path: [],
      message: `the picture has ${elements} elements, and slow devices need at most ${SCENE_SVG_ELEMENTS_MAX}; take some props away`,
    })
  return problems.length > 0 ? failure() : { picture, problems: [] }
}

/** Returns the rows of the tiles, in which a space is a gap. */
function readRows(tiles: unknown): string[] {
  if (tiles === undefined) return []
  if (typeof tiles !== 'string') return fail('needs rows of letters below "tiles: |"')
  const rows = tiles
    .replaceAll('.', ' ')
    .split('\n')
    .map((row) => row.trimEnd())
  while (rows.at(-1) === '') rows.pop()
  if (rows.length > MAX_TILES || rows.some((row) => row.length > MAX_TILES))
    fail(`has at most ${MAX_TILES} rows and columns`)
  rows.forEach((row, index) => {
    const wrong = /[^a-z ]/.exec(row)?.[0]
    if (wrong) fail(`row ${index + 1} has "${wrong}"; a tile is a small letter and a gap is a dot`)
  })
  if (rows.join('').trim() === '') fail('needs at least one tile')
  return rows
}

function readList(list: unknown): string[] {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list) || list.some((line) => typeof line !== 'string'))
    return fail('needs one line for each prop, such as "- gem ruby at 1.5 0.5"')
  if (list.length > MAX_PROPS) fail(`has at most ${MAX_PROPS} lines`)
  return list
}

function readColour(name: string, names: string[]): string {
  return names.includes(name) ? name : fail(`no colour is called ${name}; these are: ${listNames(names)}`)
}

/** Parses a prop such as `gem ruby 1.2 at 1.5 0.5` or `rail from 0 0 to 3 0`. */
function readProp(text: string): PropPlacement {
  const [, head = '', x, y, endX, endY] =
    /^\s*([^@]*?)\s+(?:at|from)\s+(-?[\d.]+)\s+(-?[\d.]+)(?:\s+to\s+(-?[\d.]+)\s+(-?[\d.]+))?\s*$/.exec(text) ?? []
  const [name = '', ...options] = (head || text).trim().split(/\s+/)
  if (!Object.hasOwn(scenePropKinds, name))
    fail(`no prop is called ${name}; these are: ${listNames(Object.keys(scenePropKinds))}`)
  const { measure, colour } = scenePropKinds[name] ?? fail(name)
  const isLine = measure === 'line'
  const example = isLine ? `"${name} from 0 0 to 3 0"` : `"${name} at 1.5 1.5"`
  if (x === undefined || isLine !== (endX !== undefined)) fail(`say where it is: ${example}`)
  const [at, end] = [
    [x, y],
    [endX, endY],
  ].map(([a, b]): [number, number] => [Number(a), Number(b)])
  const placed: PropPlacement = { prop: name, at: at ?? fail(example), ...(isLine && end && { end }) }
  for (const option of options) {
    if (/^[\d.]+$/.test(option)) {
      if (isLine && name !== 'ramp') fail(`${name} is as long as its way and takes no size`)
      const scale = Number(option)
      if (!(scale >= 0.3 && scale <= 3)) fail(`its size ${option} is not between 0.3 and 3`)
      placed.scale = scale
    } else if (/^[\d.]+(x[\d.]+){1,2}$/.test(option)) {
      if (measure !== 'sides') fail(`${name} takes one number as its size, such as 1.2`)
      placed.sides = option.split('x').map(Number)
      if (placed.sides.some((side) => !(side >= 0.05 && side <= MAX_TILES))) fail(`its size ${option} is not possible`)
    } else if (colour === undefined) fail(`${name} has its own colours and takes none; leave out "${option}"`)
    else placed.colour = readColour(option, scenePropColourNames)
  }
  return placed
}
