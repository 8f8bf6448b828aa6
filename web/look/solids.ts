/** The functions of this file draw the basic shapes of things in scenes, as SVG text. */
import {
  type PlaneSide,
  projectFaceToPath,
  projectLineToPath,
  toIsometricMatrix,
  type WorldPoint,
} from './projection.ts'
import { shadeColour } from './shade.ts'

export const drawFilledPath = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`

export const drawStrokedPath = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" stroke="${colour}" stroke-width="${width}" fill="none"${more}/>`

export const roundLineAttributes = ' stroke-linecap="round" stroke-linejoin="round"'

/** Puts the SVG text `inner` on a side of a body. One unit of `inner` is one tile. */
export const drawOnPlane = (side: PlaneSide, at: WorldPoint, ...inner: string[]): string =>
  drawOnScaledPlane(side, at, 1, ...inner)

/** Puts the SVG text `inner` on a side of a body. One unit of `inner` is `scale` tiles. */
export const drawOnScaledPlane = (side: PlaneSide, at: WorldPoint, scale: number, ...inner: string[]): string =>
  `<g transform="${toIsometricMatrix(side, at)}${scale === 1 ? '' : `scale(${scale})`}">${inner.join('')}</g>`

/**
 * Draws a box with this width along x, depth along y and height.
 * @param at the position of its back corner; by default the middle of its floor is at the origin
 * @param rim whether the two upper edges that face the viewer are highlighted
 */
export function drawBox(
  [w, d, h]: readonly [number, number, number],
  colour: string,
  [x, y, z = 0]: WorldPoint = [-w / 2, -d / 2],
  rim = true,
): string {
  const [right, front, top] = [x + w, y + d, z + h]
  const edge: WorldPoint[] = [
    [x, front, top],
    [right, front, top],
    [right, y, top],
  ]
  return (
    drawFilledPath(
      projectFaceToPath([x, front, top], [right, front, top], [right, front, z], [x, front, z]),
      shadeColour(colour, -0.24),
    ) +
    drawFilledPath(
      projectFaceToPath([right, y, top], [right, front, top], [right, front, z], [right, y, z]),
      shadeColour(colour, -0.45),
    ) +
    drawFilledPath(projectFaceToPath([x, y, top], [right, y, top], [right, front, top], [x, front, top]), colour) +
    (rim ? drawStrokedPath(projectLineToPath(edge), shadeColour(colour, 0.45), 1.2, ' stroke-linejoin="round"') : '')
  )
}

/** Draws the shadow that a round body casts on its floor. */
export const drawSpotShadow = (rx: number, ry: number): string =>
  `<ellipse rx="${rx}" ry="${ry}" fill="#02081a" opacity="0.26"/>`
