import { projectFaceToPath, projectLineToPath, type WorldPoint } from '../projection.ts'
import { shadeColour } from '../shade.ts'
import { drawBox, drawFilledPath, drawOnPlane, drawStrokedPath, roundLineAttributes } from '../solids.ts'
import { drawTilePlatform } from '../tile-platform.ts'
import type { ScenePropKind } from './prop.ts'

const WHITE = '#eef3f9'
const isAlongX = ([x, y]: readonly number[]): boolean => Math.abs(x ?? 0) >= Math.abs(y ?? 0)
const lengthOf = ([x, y]: readonly number[]): number => Math.max(Math.abs(x ?? 0), Math.abs(y ?? 0))

/** Draws a chequered banner, whose squares are 0.25 tiles wide. */
function check(cols: number, rows: number): string {
  let path = ''
  for (let row = 0; row < rows; row++)
    for (let col = row % 2; col < cols; col += 2) path += `M${col * 0.25} ${row * 0.25}h.25v.25h-.25z`
  return path
}

const flagFields =
  'M0 0C.14-.06 .27-.07 .4-.05V.28C.27 .26 .14 .28 0 .33zM.8 .07C.9 .08 1 .04 1.1 0S1.15-.02 1.2-.04V.3C1.1 .33 .95 .42 .8 .4zM.4 .28C.54 .3 .67 .37 .8 .4V.73C.67 .7 .54 .63 .4 .61zM1.2 .3C1.35 .25 1.5 .27 1.6 .33V.66C1.5 .6 1.35 .58 1.2 .63zM0 .66C.14 .6 .27 .6 .4 .61V.92C.27 .9 .14 .94 0 1zM.8 .73C.95 .75 1.1 .66 1.2 .63V.95C1.1 .98 .95 1.07 .8 1.05z'

/** Draws a ramp from the origin to `to`, with arrows along it. */
function drawRamp(to: readonly [number, number, number], width: number, colour: string): string {
  const length = lengthOf(to)
  const alongX = isAlongX(to)
  const at = (run: number, across: number, down = 0): WorldPoint => {
    const z = (to[2] * run) / length - down
    return alongX ? [run, across - width / 2, z] : [across - width / 2, run, z]
  }
  const arrow = (run: number): string =>
    projectLineToPath([at(run, width * 0.22), at(run + 0.28, width / 2), at(run, width * 0.78)])
  const thick = 0.22
  return (
    drawFilledPath(
      projectFaceToPath(at(0, width), at(length, width), at(length, width, thick), at(0, width, thick)),
      shadeColour(colour, alongX ? -0.32 : -0.55),
    ) +
    drawFilledPath(
      projectFaceToPath(at(length, 0), at(length, width), at(length, width, thick), at(length, 0, thick)),
      shadeColour(colour, alongX ? -0.55 : -0.32),
    ) +
    drawFilledPath(projectFaceToPath(at(0, 0), at(length, 0), at(length, width), at(0, width)), colour) +
    drawStrokedPath(
      arrow(length * 0.22) + arrow(length * 0.56),
      '#fff',
      3.4,
      ` stroke-opacity=".9"${roundLineAttributes}`,
    )
  )
}

/** Kinds of things in scenes: rails, ramps, gates and other parts of a marble course. */
export const courseScenePropKinds = {
  rail: {
    size: [0.16, 0.16, 0.3],
    measure: 'line',
    colour: 'silver',
    draw: ({ to, colour }) => drawBox(isAlongX(to) ? [to[0], 0.16, 0.3] : [0.16, to[1], 0.3], colour, [0, 0]),
  },
  ramp: {
    size: [1.5, 1.5, 0.22],
    measure: 'line',
    colour: 'sapphire',
    draw: ({ to, colour, size }) => drawRamp(to, size[0], shadeColour(colour, 0.45)),
  },
  gate: {
    size: [0.18, 0.18, 2.5],
    measure: 'line',
    draw: ({ to: [x] }) =>
      drawBox([0.18, 0.18, 2.5], WHITE, [0, 0]) +
      drawBox([0.18, 0.18, 2.5], WHITE, [x - 0.18, 0]) +
      drawBox([x, 0.18, 0.75], '#ffffff', [0, 0, 1.75]) +
      drawOnPlane('left', [0, 0.18, 1.75], drawFilledPath(check(Math.round(x / 0.25), 3), '#16243a')),
  },
  barrier: {
    size: [0.14, 0.14, 1.2],
    measure: 'line',
    draw: ({ to: [x] }) => {
      const stripes = Array.from(
        { length: Math.floor(x / 0.6) },
        (_, n) => `M${(n * 0.6 + 0.1).toFixed(1)} 0h.3l.2 .5h-.3z`,
      )
      return (
        drawBox([0.16, 0.34, 1], '#5b6a80', [0.2, -0.1], false) +
        drawBox([0.16, 0.34, 1], '#5b6a80', [x - 0.36, -0.1], false) +
        drawBox([x, 0.14, 0.5], '#fff6df', [0, 0, 0.55]) +
        drawOnPlane('left', [0, 0.14, 0.55], drawFilledPath(stripes.join(''), '#e8344e')) +
        drawOnPlane('left', [x / 2, 0.14, 1.05], '<circle class="led-busy" cy=".16" r=".16" fill="#ffb52e"/>')
      )
    },
  },
  flag: {
    size: [0.44, 0.44, 3.14],
    edges: [-6, -98, 44, 8],
    draw: () =>
      drawBox([0.44, 0.44, 0.14], '#8c98aa', undefined, false) +
      drawBox([0.12, 0.12, 3], WHITE, [-0.06, -0.06, 0.14]) +
      drawOnPlane(
        'left',
        [0.06, 0.06, 2.14],
        drawFilledPath('M0 0C.4-.18 .7 .18 1.1 0S1.5-.1 1.6 0V1C1.5 .9 1.4 .84 1.1 1S.4 .82 0 1z', '#fff'),
        drawFilledPath(flagFields, '#16243a'),
      ),
  },
  pad: {
    size: [3, 3, 0.2],
    measure: 'sides',
    draw: ({ size: [w, d, h] }) =>
      drawTilePlatform(
        { x: -w / 2, y: -d / 2, z: h, rows: Array(Math.round(d)).fill('#'.repeat(Math.round(w))) },
        { a: '#1b2a42', b: '#f4f7fb', thickness: h },
      ),
  },
  tile: {
    size: [1, 1, 0.3],
    colour: 'page',
    draw: ({ colour }) =>
      drawTilePlatform(
        { x: -0.5, y: -0.5, z: 0.3, rows: ['#'] },
        { a: colour, b: shadeColour(colour, 0.36), thickness: 0.26 },
      ),
  },
  box: {
    size: [1, 1, 1],
    measure: 'sides',
    colour: 'silver',
    draw: ({ size, colour }) => drawBox(size, colour),
  },
} satisfies Record<string, ScenePropKind>
