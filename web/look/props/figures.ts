import { drawBox, drawFilledPath, drawOnPlane, drawOnScaledPlane, drawStrokedPath } from '../solids.ts'
import type { ScenePropKind } from './prop.ts'

const round = ' stroke-linecap="round"'
const INK = '#14233a'

/** Draws two eyes on the left side of a 1 × 1 × 1 cube. */
const eyes = (smile: boolean): string =>
  drawStrokedPath('M.34 .54v.14M.66 .54v.14', INK, 0.12, round) +
  (smile ? drawStrokedPath('M.38 .32q.12-.12 .24 0', INK, 0.06, round) : '')

/** Draws a cube with a face. */
function drawCube(size: number, colour: string, at: readonly [number, number], smile = false): string {
  const [x, y] = at
  return drawBox([size, size, size], colour, at) + drawOnScaledPlane('left', [x, y + size], size, eyes(smile))
}

/** Kinds of things in scenes: figures of games, most of which are cubes with faces. */
export const figureScenePropKinds = {
  cube: {
    size: [1, 1, 1],
    colour: 'topaz',
    draw: ({ colour }) => drawCube(1, colour, [-0.5, -0.5], true),
  },
  ninja: {
    size: [1.6, 1.6, 1.6],
    draw: () =>
      drawBox([1.6, 1.6, 1.6], '#3b4458') +
      drawOnScaledPlane(
        'left',
        [-0.8, 0.8],
        1.6,
        drawFilledPath('M0 .76h1v.14h-1z', '#e8344e'),
        drawFilledPath('M.12 .46h.76v.22h-.76z', '#f4d5b5'),
        drawStrokedPath('M.34 .53v.07M.66 .53v.07', INK, 0.11, round),
      ) +
      drawOnScaledPlane(
        'right',
        [0.8, 0.8],
        1.6,
        drawFilledPath('M0 .76h1v.14h-1z', '#a61f35'),
        drawFilledPath('M1 .84l.2 .14-.05-.2zM1 .82l.24-.16-.2-.02z', '#e8344e'),
      ),
  },
  clones: {
    size: [1.87, 1.87, 1.15],
    draw: () =>
      `<g opacity=".42">${drawCube(1.15, '#7fe0ee', [-0.935, -0.935])}</g>${drawCube(1.15, '#39b8cc', [-0.215, -0.215])}`,
  },
  phases: {
    size: [1.7, 1.7, 1.68],
    draw: () =>
      drawBox([1.4, 1.4, 0.66], '#a07df7', [-0.85, -0.55]) +
      drawOnPlane(
        'top',
        [-0.85, -0.55, 0.66],
        drawFilledPath('M.08 .08h1.24v1.24h-1.24z', '#f3edff', ' opacity=".85"'),
      ) +
      drawBox([1.4, 1.4, 0.66], '#a07df7', [-0.55, -0.85, 1.02]),
  },
  friends: {
    size: [1.82, 0.9, 0.9],
    edges: [-36, -40, 36, 26],
    draw: () =>
      drawCube(0.9, '#ffd25e', [-0.91, -0.45], true) +
      drawCube(0.9, '#ff8fa3', [0.01, -0.45], true) +
      drawFilledPath('M0 4C-7-2-5-8 0-5 5-8 7-2 0 4z', '#ea3350', ' transform="translate(1.3-40.5)"'),
  },
} satisfies Record<string, ScenePropKind>
