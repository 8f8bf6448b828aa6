import { toFacePath, toLinePath, type WorldPoint } from '../projection.ts'

/** A checkered slab: its position, its size, and its missing tiles. */
export interface Deck {
  x: number
  y: number
  z?: number
  cols: number
  rows: number
  thickness?: number
  skip?: (x: number, y: number) => boolean
}

export interface DeckPaths {
  dark: string
  light: string
  /** The inset line of every tile. */
  bevel: string
  left: string
  right: string
  /** The lit upper edge of the visible sides. */
  rim: string
  /** The lines between the tiles on the sides. */
  seams: string
}

const INSET = 0.1

/** Returns the paths of a platform. All tiles of one colour are one path, so a platform has seven elements at any size. */
export function toDeckPaths({ x: left, y: top, z = 0, cols, rows, thickness = 0.55, skip }: Deck): DeckPaths {
  const paths: DeckPaths = { dark: '', light: '', bevel: '', left: '', right: '', rim: '', seams: '' }
  const has = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < cols && y < rows && !skip?.(x, y)
  const at = (x: number, y: number, down = 0): WorldPoint => [left + x, top + y, z - down]

  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      if (!has(x, y)) continue
      paths[(x + y) % 2 ? 'dark' : 'light'] += toFacePath(at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1))
      const [a, b, c, d] = [x + INSET, y + INSET, x + 1 - INSET, y + 1 - INSET]
      paths.bevel += toFacePath(at(a, b), at(c, b), at(c, d), at(a, d))
    }
  }

  const side = (name: 'left' | 'right', from: WorldPoint, to: WorldPoint): void => {
    const low = ([x, y, height = 0]: WorldPoint): WorldPoint => [x, y, height - thickness]
    paths[name] += toFacePath(from, to, low(to), low(from))
    paths.rim += toLinePath([from, to])
  }
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++)
      if (has(x, y) && !has(x, y + 1)) {
        let end = x + 1
        while (has(end, y) && !has(end, y + 1)) end++
        side('left', at(x, y + 1), at(end, y + 1))
        for (let seam = x + 1; seam < end; seam++)
          paths.seams += toLinePath([at(seam, y + 1), at(seam, y + 1, thickness)])
        x = end - 1
      }
  for (let x = 0; x < cols; x++)
    for (let y = 0; y < rows; y++)
      if (has(x, y) && !has(x + 1, y)) {
        let end = y + 1
        while (has(x, end) && !has(x + 1, end)) end++
        side('right', at(x + 1, y), at(x + 1, end))
        for (let seam = y + 1; seam < end; seam++)
          paths.seams += toLinePath([at(x + 1, seam), at(x + 1, seam, thickness)])
        y = end - 1
      }
  return paths
}
