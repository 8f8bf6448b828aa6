/**
 * The isometric projection. On the screen, a tile is 52 wide and 30 high, and a cube is 30 high. The ratio 26 : 15
 * differs from the exact ratio (√3 : 1) by less than 0.1 %. With this ratio, every corner of a tile has whole
 * coordinates, so that paths are short and edges sharp.
 */
const HALF_WIDTH = 26
const HALF_HEIGHT = 15
const UP = 30

/** A point in the world: x points down to the right, y down to the left, z up. One unit is the side of a tile. */
export type WorldPoint = readonly [x: number, y: number, z?: number]

const tenth = (value: number): number => Math.round(value * 10) / 10

export function projectPoint([x, y, z = 0]: WorldPoint): [number, number] {
  return [tenth((x - y) * HALF_WIDTH), tenth((x + y) * HALF_HEIGHT - z * UP)]
}

/** Returns the SVG path of an open line through points, in the shortest notation. */
export function projectLineToPath(spots: readonly WorldPoint[]): string {
  let path = ''
  let [lastX, lastY] = [0, 0]
  spots.forEach((spot, index) => {
    const [x, y] = projectPoint(spot)
    const [dx, dy] = index ? [tenth(x - lastX), tenth(y - lastY)] : [x, y]
    path += `${index ? 'l' : 'M'}${dx}${dy < 0 ? '' : ' '}${dy}`
    lastX = x
    lastY = y
  })
  return path
}

/** Returns the SVG path of a closed face with these corners. */
export function projectFaceToPath(...spots: WorldPoint[]): string {
  return `${projectLineToPath(spots)}z`
}

export type PlaneSide = 'top' | 'left' | 'right'

/**
 * Returns the SVG matrix of a plane, so that details can be drawn flat on it. On the left and right sides of a body, x
 * runs along the floor and y upwards. On the top, x and y are those of the world.
 */
export function toIsometricMatrix(side: PlaneSide, at: WorldPoint): string {
  const [x, y] = projectPoint(at)
  if (side === 'left') return `matrix(26 15 0-30 ${x} ${y})`
  if (side === 'right') return `matrix(26-15 0-30 ${x} ${y})`
  return `matrix(26 15-26 15 ${x} ${y})`
}
