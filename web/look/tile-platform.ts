import { projectFaceToPath, projectLineToPath, projectPoint, type WorldPoint } from './projection.ts'
import { shadeColour } from './shade.ts'
import { drawFilledPath, drawStrokedPath } from './solids.ts'

/**
 * The shape of a platform: a chequered slab of tiles. Each string of `rows` is a row along x, in which a space is a
 * missing tile.
 */
export interface TilePlatform {
  x: number
  y: number
  z: number
  rows: readonly string[]
}

export const PLATFORM_THICKNESS_TILES = 0.55
const INSET = 0.1
/** The distance from a platform down to its shadow, in tiles. */
const DROP = 2.1

/**
 * Returns the SVG paths of a slab. All tiles of one colour are in one path, so that a slab has seven elements at any
 * size.
 */
export function toPlatformPaths({ x: left, y: top, z, rows }: TilePlatform, thickness = PLATFORM_THICKNESS_TILES) {
  const paths = { dark: '', light: '', bevel: '', left: '', right: '', rim: '', seams: '' }
  const has = (x: number, y: number): boolean => (rows[y]?.[x] ?? ' ') !== ' '
  const at = (x: number, y: number, down = 0): WorldPoint => [left + x, top + y, z - down]
  const cols = Math.max(...rows.map((row) => row.length))

  for (let y = 0; y < rows.length; y++) {
    for (let x = 0; x < cols; x++) {
      if (!has(x, y)) continue
      paths[(x + y) % 2 ? 'dark' : 'light'] += projectFaceToPath(at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1))
      const [a, b, c, d] = [x + INSET, y + INSET, x + 1 - INSET, y + 1 - INSET]
      paths.bevel += projectFaceToPath(at(a, b), at(c, b), at(c, d), at(a, d))
    }
  }

  /**
   * Draws the sides along one axis. `place` returns the corner at a position along the axis (`along`) and across it
   * (`lane`).
   */
  const side = (
    name: 'left' | 'right',
    [lanes, length]: [number, number],
    isEdge: (along: number, lane: number) => boolean,
    place: (along: number, lane: number, down?: number) => WorldPoint,
  ): void => {
    for (let lane = 0; lane < lanes; lane++)
      for (let from = 0; from < length; from++) {
        if (!isEdge(from, lane)) continue
        let end = from + 1
        for (; isEdge(end, lane); end++)
          paths.seams += projectLineToPath([place(end, lane), place(end, lane, thickness)])
        paths[name] += projectFaceToPath(
          place(from, lane),
          place(end, lane),
          place(end, lane, thickness),
          place(from, lane, thickness),
        )
        paths.rim += projectLineToPath([place(from, lane), place(end, lane)])
        from = end
      }
  }
  side(
    'left',
    [rows.length, cols],
    (x, y) => has(x, y) && !has(x, y + 1),
    (x, y, down) => at(x, y + 1, down),
  )
  side(
    'right',
    [cols, rows.length],
    (y, x) => has(x, y) && !has(x + 1, y),
    (y, x, down) => at(x + 1, y, down),
  )
  return paths
}

interface DeckLook {
  a: string
  b: string
  /** The prefix of the ids of the slab's gradients. Without it, the tiles are drawn in flat colours. */
  id?: string
  thickness?: number
}

/** Draws a platform without its shadow, as SVG text. */
export function drawTilePlatform(deck: TilePlatform, { a, b, id, thickness }: DeckLook): string {
  const paths = toPlatformPaths(deck, thickness)
  const { top, bottom } = measureFaceAndShadow(deck)
  const light = (name: string, from: string, to: string): string =>
    `<linearGradient id="${id}${name}" gradientUnits="userSpaceOnUse" x1="0" y1="${top}" x2="0" y2="${bottom}">` +
    `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
  return (
    (id ? light('a', shadeColour(a, 0.1), shadeColour(a, -0.05)) + light('b', shadeColour(b, 0.24), b) : '') +
    (paths.left && drawFilledPath(paths.left, shadeColour(a, -0.36))) +
    (paths.right && drawFilledPath(paths.right, shadeColour(a, -0.58))) +
    (paths.seams && `<path d="${paths.seams}" stroke="#fff" stroke-opacity=".13"/>`) +
    (paths.dark && drawFilledPath(paths.dark, id ? `url(#${id}a)` : a)) +
    (paths.light && drawFilledPath(paths.light, id ? `url(#${id}b)` : shadeColour(b, 0.12))) +
    `<path d="${paths.bevel}" stroke="#fff" stroke-opacity=".26" fill="none"/>` +
    drawStrokedPath(paths.rim, shadeColour(b, 0.5), 1.6, ' stroke-linecap="round"')
  )
}

/**
 * Returns the top and the bottom of a platform's upper face, and the ellipse of its shadow, in the units of the
 * picture.
 */
export function measureFaceAndShadow({ x, y, z, rows }: TilePlatform) {
  const cols = Math.max(...rows.map((row) => row.length))
  const [cx, middle] = projectPoint([x + cols / 2, y + rows.length / 2, z - PLATFORM_THICKNESS_TILES - DROP])
  const reach = (cols + rows.length) / 2
  const shadow = { cx, cy: middle, rx: reach * 25, ry: reach * 12.5 }
  return { top: projectPoint([x, y, z])[1], bottom: projectPoint([x + cols, y + rows.length, z])[1], shadow }
}

/** Draws the shadow below a platform. It is a gradient, because an SVG blur is slow on phones. */
export function drawPlatformShadow(deck: TilePlatform, id: string): string {
  const { cx, cy, rx, ry } = measureFaceAndShadow(deck).shadow
  const stop = (offset: string, opacity: string): string =>
    `<stop class="cast-core" ${offset}stop-color="#2c5c91" stop-opacity="${opacity}"/>`
  return (
    `<radialGradient id="${id}s">${stop('', '.36')}${stop('offset=".5" ', '.2')}${stop('offset="1" ', '0')}</radialGradient>` +
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#${id}s)"/>`
  )
}
