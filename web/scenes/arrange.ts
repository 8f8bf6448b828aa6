import { drawScenePicture, type PlacedPlatform, type PlacedProp, type ScenePicture } from '../look/picture.ts'
import { projectPoint } from '../look/projection.ts'
import type { ScenePropKind } from '../look/props/prop.ts'
import { scenePropKinds } from '../look/props.ts'
import { measureFaceAndShadow, PLATFORM_THICKNESS_TILES } from '../look/tile-platform.ts'

/** A prop as it is written in a scene. */
export interface PropPlacement {
  prop: string
  at: [x: number, y: number]
  end?: [x: number, y: number]
  colour?: string
  scale?: number
  sides?: number[]
}

/** The tiles of a scene. The tiles with the same letter form one platform, with its own height and colour. */
export interface SceneTileMap {
  rows: string[]
  heights: Record<string, number>
  colours: Record<string, string>
}

/** The space that a part fills: the range along x, y and z. */
type Space = [from: number, to: number][]

interface Item {
  part: PlacedPlatform | PlacedProp
  space: Space
  /** The edges of the part's drawing: left, top, right, bottom. */
  edges: number[]
}

const MARGIN = 6
const short = (value: number): number => Math.round(value * 100) / 100

/**
 * Places every prop on what is below it, sorts all parts from back to front, and measures the picture.
 * @param refuse called with the index of a prop that cannot be placed, and the reason
 */
export function layOutScene(
  name: string,
  tiles: SceneTileMap,
  placed: readonly PropPlacement[],
  refuse: (index: number, reason: string) => void,
): { picture: ScenePicture; elements: number } {
  const decks = listDecks(tiles)
  const items: Item[] = decks.map(toDeckItem)
  const standing: { part: PlacedProp; space: Space; top: number }[] = []
  placed.forEach((wish, index) => {
    const prop = scenePropKinds[wish.prop] as ScenePropKind
    const result = prop.measure === 'line' ? layLine(wish, prop, decks) : standProp(wish, prop, decks, standing)
    if (typeof result === 'string') refuse(index, result)
    else {
      items.push({ ...result, edges: edgesOf(result.part, result.space, prop) })
      const { z, scale = 1 } = result.part
      standing.push({ ...result, top: z + (prop.top ? prop.top * scale : heightOf(result.space)) })
    }
  })
  const sorted = sortFromBack(items)
  const edge = (side: number): number[] => items.map(({ edges }) => edges[side] ?? 0)
  const left = Math.floor(Math.min(...edge(0)) - MARGIN)
  const top = Math.floor(Math.min(...edge(1)) - MARGIN)
  const right = Math.ceil(Math.max(...edge(2)) + MARGIN)
  const bottom = Math.ceil(Math.max(...edge(3)) + MARGIN)
  const roll = findRoll(standing, decks)
  const picture: ScenePicture = {
    name,
    box: [left, top, right - left, bottom - top],
    ...(roll && { roll }),
    parts: sorted.map(({ part }) => part),
  }
  return { picture, elements: drawScenePicture(picture, 'about', '').match(/<[a-z]/gi)?.length ?? 0 }
}

/** Returns a platform for each letter of the tiles. */
function listDecks({ rows, heights, colours }: SceneTileMap): PlacedPlatform[] {
  const letters = [...new Set(rows.join('').replaceAll(' ', ''))]
  return letters.map((letter) => {
    const only = rows.map((row) => row.replace(/./g, (tile) => (tile === letter ? tile : ' ')).trimEnd())
    const y = only.findIndex((row) => row !== '')
    const x = Math.min(...only.flatMap((row) => (row ? [row.search(/\S/)] : [])))
    const own = only
      .slice(y, only.findLastIndex((row) => row !== '') + 1)
      .map((row) => row.slice(x).replace(/\S/g, '#'))
    const colour = colours[letter]
    return { x, y, z: heights[letter] ?? 0, rows: own, ...(colour && { colour }) }
  })
}

const widthOf = ({ rows }: PlacedPlatform): number => Math.max(...rows.map((row) => row.length))

function toDeckItem(part: PlacedPlatform): Item {
  const { x, y, z, rows } = part
  const [right, front] = [x + widthOf(part), y + rows.length]
  const space: Space = [
    [x, right],
    [y, front],
    [z - PLATFORM_THICKNESS_TILES, z],
  ]
  const { shadow } = measureFaceAndShadow(part)
  const [left, top, end, bottom] = edgesOfSpace(space) as [number, number, number, number]
  return { part, space, edges: [left, top, end, Math.max(bottom, shadow.cy + shadow.ry)] }
}

/** Returns the height of the tile at a position; undefined over a gap. */
function floorAt(decks: readonly PlacedPlatform[], x: number, y: number): number | undefined {
  const deck = decks.find((each) => (each.rows[Math.floor(y) - each.y]?.[Math.floor(x) - each.x] ?? ' ') !== ' ')
  return deck?.z
}

type Placing = { part: PlacedProp; space: Space } | string

/** Places a prop on the highest part below its middle: an earlier prop, or a tile. */
function standProp(
  { prop: name, at: [x, y], colour, scale = 1, sides }: PropPlacement,
  prop: ScenePropKind,
  decks: readonly PlacedPlatform[],
  standing: { part: PlacedProp; space: Space; top: number }[],
): Placing {
  const size = prop.size.map((side, axis) => sides?.[axis] ?? side) as [number, number, number]
  const [w, d, h] = size.map((side) => side * scale) as [number, number, number]
  const below = standing
    .filter(({ part, space }) => part.prop !== 'gem' && !part.to && isWithin(space, x, y))
    .reduce<(typeof standing)[number] | undefined>(
      (high, each) => (high && high.top > each.top ? high : each),
      undefined,
    )
  const floor = floorAt(decks, x, y)
  if (decks.length > 0 && !below && !prop.falls) {
    if (floor === undefined) return `stands on no tile: at ${x} ${y} is a gap`
    const corners = [-0.33, 0.33].flatMap((across) =>
      [-0.33, 0.33].map((along) => [x + w * across, y + d * along] as const),
    )
    if (corners.some(([a, b]) => floorAt(decks, a, b) !== floor))
      return `hangs over an edge: from ${short(x - w / 2)} ${short(y - d / 2)} to ${short(x + w / 2)} ${short(y + d / 2)} must be tiles of one height`
  }
  const z = below ? below.top : (floor ?? Math.max(0, ...decks.map((deck) => deck.z)))
  const on = below ? below.part.prop : decks.length === 0 ? 'nothing' : undefined
  const part: PlacedProp = {
    prop: name,
    x,
    y,
    z: short(z),
    ...(colour && { colour }),
    ...(scale !== 1 && { scale }),
    ...(sides && { size }),
    ...(on && { on }),
  }
  return {
    part,
    space: [
      [x - w / 2, x + w / 2],
      [y - d / 2, y + d / 2],
      [z, z + h],
    ],
  }
}

/** Places a prop along the line from its start to its end. */
function layLine(
  { prop: name, at, end = at, colour, scale = 1 }: PropPlacement,
  prop: ScenePropKind,
  decks: readonly PlacedPlatform[],
): Placing {
  const [[x, y], [toX, toY]] = at[0] + at[1] <= end[0] + end[1] ? [at, end] : [end, at]
  if (x !== toX && y !== toY) return 'runs along one axis: one of the two numbers stays the same'
  if (x === toX && y === toY) return 'needs a start and an end that differ'
  if (y !== toY && (name === 'gate' || name === 'barrier'))
    return 'runs to the right: both places have the same second number'
  const isNear = (a: number, b: number): number | undefined =>
    [0, -0.1]
      .flatMap((left) => [0, -0.1].map((back) => floorAt(decks, a + left, b + back)))
      .find((z) => z !== undefined)
  const [from, to] = [isNear(x, y), isNear(toX, toY)]
  if (from === undefined || to === undefined) return 'needs a tile at its start and at its end'
  if (name !== 'ramp' && from !== to) return 'needs tiles of one height at its start and at its end'
  const [w, d, h] = prop.size.map((side) => side * scale) as [number, number, number]
  const part: PlacedProp = {
    prop: name,
    x,
    y,
    z: from,
    ...(colour && { colour }),
    ...(scale !== 1 && { size: [w, d, prop.size[2]] }),
    to: [short(toX - x), short(toY - y), short(to - from)],
  }
  const along = (start: number, finish: number, across: number): [number, number] =>
    start !== finish
      ? [start, finish]
      : name === 'ramp'
        ? [start - across / 2, start + across / 2]
        : [start, start + across]
  return {
    part,
    space: [
      along(x, toX, w),
      along(y, toY, d),
      [Math.min(from, to) - (name === 'ramp' ? h : 0), Math.max(from, to) + h],
    ],
  }
}

const isWithin = ([along, across]: Space, x: number, y: number): boolean => isBetween(along, x) && isBetween(across, y)
const isBetween = (range: [number, number] | undefined, value: number): boolean =>
  range !== undefined && value >= range[0] && value <= range[1]
const heightOf = ([, , height]: Space): number => (height ? height[1] - height[0] : 0)

function edgesOf({ x, y, z, scale = 1 }: PlacedProp, space: Space, { edges }: ScenePropKind): number[] {
  const [cx, cy] = projectPoint([x, y, z])
  return edges ? edges.map((edge, side) => (side % 2 ? cy : cx) + edge * scale) : edgesOfSpace(space)
}

function edgesOfSpace([[x0, x1] = [0, 0], [y0, y1] = [0, 0], [z0, z1] = [0, 0]]: Space): number[] {
  return [
    projectPoint([x0, y1])[0],
    projectPoint([x0, y0, z1])[1],
    projectPoint([x1, y0])[0],
    projectPoint([x1, y1, z0])[1],
  ]
}

/**
 * Sorts items so that each item is drawn after the items behind it and below it. When two items do not overlap, they
 * keep the author's order.
 */
function sortFromBack(items: readonly Item[]): Item[] {
  const isBehind = (a: Item, b: Item): boolean =>
    a.space.some((range, axis) => range[1] <= (b.space[axis]?.[0] ?? 0) + 0.001)
  const left = [...items]
  const sorted: Item[] = []
  while (left.length > 0) {
    const next = left.find((item) =>
      left.every((other) => other === item || !isBehind(other, item) || isBehind(item, other)),
    )
    sorted.push(...left.splice(left.indexOf(next ?? (left[0] as Item)), 1))
  }
  return sorted
}

/**
 * Returns how the marble rolls: to the left or the right front edge of its platform, whichever is further away. A
 * marble on a pad or below a hat does not roll (`stays`).
 */
function findRoll(standing: readonly { part: PlacedProp }[], decks: readonly PlacedPlatform[]): string | undefined {
  const marble = standing.find(({ part }) => part.prop === 'marble')?.part
  const deck = marble && decks.find((each) => floorAt([each], marble.x, marble.y) !== undefined)
  if (!marble || !deck) return undefined
  if (marble.on || standing.some(({ part }) => part.on === 'marble')) return 'stays'
  const [right, left] = [deck.x + widthOf(deck) - marble.x, deck.y + deck.rows.length - marble.y]
  return left > right ? `left-${stepsOf(left)}` : `right-${stepsOf(right)}`
}

const stepsOf = (distance: number): number => Math.min(5, Math.max(1, Math.floor(distance)))
