import { drawBox, drawFilledPath, drawOnPlane, drawStrokedPath } from '../solids.ts'
import type { ScenePropKind } from './prop.ts'

const DARK = '#1b2432'
const round = ' stroke-linecap="round"'

/** Draws a computer tower with a glass side: two fans, memory and a graphics card, all lit. */
const drawTower = (): string =>
  drawBox([1.9, 3.3, 0.14], DARK, [-0.95, -1.65], false) +
  drawBox([2.1, 3.5, 4.2], '#3d4b60', [-1.05, -1.75, 0.14]) +
  drawOnPlane(
    'top',
    [-1.05, -1.75, 4.34],
    drawFilledPath('M.3 .3h1.5v2.2h-1.5z', '#2a3545'),
    drawStrokedPath('M.4 .6h1.3M.4 .9h1.3M.4 1.2h1.3M.4 1.5h1.3M.4 1.8h1.3M.4 2.1h1.3', '#55657e', 0.06),
    '<circle cx="1.5" cy="3" r=".17" fill="#8ef0ff"/>',
  ) +
  drawOnPlane(
    'left',
    [-1.05, 1.75, 0.14],
    drawFilledPath('M.22 .25h1.3v3.7h-1.3z', '#212b3a'),
    drawStrokedPath(
      'M.4 .5h.95M.4 .8h.95M.4 1.1h.95M.4 1.4h.95M.4 1.7h.95M.4 2h.95M.4 2.3h.95M.4 2.6h.95M.4 2.9h.95M.4 3.2h.95M.4 3.5h.95',
      '#3a485d',
      0.1,
    ),
    drawStrokedPath('M1.75 .4v3.4', '#7fe9ff', 0.12, round),
  ) +
  drawOnPlane(
    'right',
    [1.05, 1.75, 0.14],
    '<rect x=".2" y=".25" width="3.1" height="3.7" rx=".14" fill="#0b1626" stroke="#55657e" stroke-width=".05"/>',
    drawFilledPath('M.55 .9h1.9v2.7h-1.9z', '#12331f'),
    drawStrokedPath('M.62 1.1h1.2M.62 3.4h.9M2.2 1.1v1.5', '#2fae74', 0.05),
    drawFilledPath('M.95 2.5h.7v.7h-.7z', '#8a98ad'),
    drawStrokedPath('M1.9 2.3v1.1M2.06 2.3v1.1M2.22 2.3v1.1', '#ff6f91', 0.09),
    drawFilledPath('M.5 1.25h2.3v.5h-2.3z', '#d7dfea'),
    drawStrokedPath('M.5 1.25h2.3', '#ffcb4d', 0.08),
    drawStrokedPath(
      'M2.54 3.3a.34 .34 0 1 0 .68 0a.34 .34 0 1 0-.68 0M2.54 2.42a.34 .34 0 1 0 .68 0a.34 .34 0 1 0-.68 0',
      '#63dcff',
      0.08,
    ),
    drawStrokedPath('M2.64 3.06l.48.48M2.64 3.54l.48-.48M2.64 2.18l.48.48M2.64 2.66l.48-.48', '#2a7fae', 0.07),
    drawFilledPath('M.4 .4h2.7v.3h-2.7z', '#1c2a3f'),
    drawFilledPath('M.2 2.2L2.1 3.95H2.8L.2 1.56z', '#fff', ' opacity=".1"'),
  )

/** Kinds of things in scenes: machines, indoors and outdoors. */
export const machineScenePropKinds = {
  tower: {
    size: [2.1, 3.5, 4.34],
    draw: drawTower,
  },
  rack: {
    size: [3.1, 2.7, 0.88],
    colour: 'sapphire',
    draw: ({ colour }) =>
      drawBox([2.82, 2.42, 0.14], DARK, [-1.41, -1.21], false) +
      drawBox([3.1, 2.7, 0.74], '#4b5970', [-1.55, -1.35, 0.14]) +
      drawOnPlane(
        'left',
        [-1.55, 1.35, 0.14],
        drawFilledPath('M.12 .12h2.86v.5h-2.86z', '#1f2938'),
        drawStrokedPath(
          'M1.2 .22v.3M1.4 .22v.3M1.6 .22v.3M1.8 .22v.3M2 .22v.3M2.2 .22v.3M2.4 .22v.3M2.6 .22v.3M2.8 .22v.3',
          '#4b5970',
          0.07,
        ),
        drawStrokedPath('M.3 .37h.02', '#5dffa8', 0.18, round),
        drawStrokedPath('M.6 .37h.02', colour, 0.18, `${round} class="led-busy"`),
      ) +
      drawOnPlane('right', [1.55, 1.35, 0.14], drawStrokedPath('M.4 .25h1.9M.4 .45h1.9', DARK, 0.07)),
  },
  chip: {
    size: [0.9, 0.9, 0.22],
    draw: () => drawBox([0.9, 0.9, 0.1], '#2f7f57') + drawBox([0.62, 0.62, 0.12], '#cdd7e4', [-0.31, -0.31, 0.1]),
  },
  circuit: {
    size: [2, 3.6, 0],
    draw: () =>
      drawOnPlane(
        'top',
        [0, 0],
        drawStrokedPath('M-.4-1.8h1.4v3h-2v.4M-.4-.6h.7v2.4h-.6', '#d6ffe9', 0.1, ' stroke-opacity=".7"'),
      ),
  },
  laptop: {
    size: [1.5, 1.5, 1],
    draw: () =>
      drawBox([1.5, 1, 0.1], '#cdd7e4', [-0.75, -0.25]) +
      drawOnPlane(
        'top',
        [-0.75, -0.25, 0.1],
        drawStrokedPath('M.15 .2h1.2M.15 .35h1.2M.15 .5h1.2', '#7c8aa0', 0.09),
        drawFilledPath('M.5 .66h.5v.24h-.5z', '#aab6c7'),
      ) +
      drawBox([1.5, 0.08, 1], '#55657e', [-0.75, -0.33, 0.06]) +
      drawOnPlane(
        'left',
        [-0.75, -0.25, 0.06],
        drawFilledPath('M.08 .1h1.34v.82h-1.34z', '#13294a'),
        drawStrokedPath('M.2 .72h.6M.2 .54h.9M.2 .36h.5', '#7fe9ff', 0.07),
      ),
  },
  camera: {
    size: [1.2, 0.9, 1.2],
    draw: () =>
      drawStrokedPath('M0-9L-15 3M0-9L15 3M0-9V9', '#33445e', 3, round) +
      drawBox([1.2, 0.6, 0.75], '#3d4b60', [-0.6, -0.3, 0.32]) +
      drawBox([0.45, 0.4, 0.16], '#55657e', [-0.3, -0.2, 1.07]) +
      drawOnPlane(
        'left',
        [-0.6, 0.3, 0.32],
        '<circle cx=".62" cy=".36" r=".32" fill="#1b2432"/><circle cx=".62" cy=".36" r=".22" fill="#4f8fd8"/><circle cx=".55" cy=".44" r=".07" fill="#dff1ff"/>',
        drawFilledPath('M.08 .58h.18v.1h-.18z', '#ff6f91'),
      ),
  },
  lighthouse: {
    size: [1.3, 1.3, 4],
    edges: [-26, -116, 26, 18],
    colour: 'brick',
    draw: ({ colour }) =>
      drawBox([1.5, 1.5, 0.25], '#8c98aa') +
      drawFilledPath('M-17-8L-11-84H11L17-8A17 9 0 0 1-17-8z', '#f4f7fb') +
      drawFilledPath(
        'M-15.6-26L-14-46A14 7 0 0 0 14-46L15.6-26A16 8 0 0 1-15.6-26zM-12.4-66L-11-84H11L12.4-66A12.4 6 0 0 1-12.4-66z',
        colour,
      ) +
      drawFilledPath('M4-84H11L17-8Q12-2 5 0z', '#0c1a2c', ' opacity=".2"') +
      '<ellipse cy="-84" rx="15" ry="7" fill="#33445e"/>' +
      drawFilledPath('M-8-85V-100H8V-85A8 4 0 0 1-8-85z', '#ffe27a') +
      drawFilledPath('M-11-99Q0-120 11-99A11 5 0 0 1-11-99z', colour),
  },
} satisfies Record<string, ScenePropKind>
