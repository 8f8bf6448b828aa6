import { projectFaceToPath } from '../projection.ts'
import { shadeColour } from '../shade.ts'
import { drawBox, drawFilledPath, drawOnPlane, drawSpotShadow, drawStrokedPath } from '../solids.ts'
import type { ScenePropKind } from './prop.ts'

const round = ' stroke-linecap="round"'

/** Draws a roof over a house with this width, depth and height. The ridge of the roof runs along y. */
function drawRoof([w, d, h]: readonly [number, number, number], rise: number, colour: string): string {
  const [x, y, over] = [w / 2 + 0.12, d / 2 + 0.12, h + rise]
  return (
    drawFilledPath(projectFaceToPath([-x, -y, h], [0, -y, over], [0, y, over], [-x, y, h]), shadeColour(colour, 0.2)) +
    drawFilledPath(projectFaceToPath([-w / 2, d / 2, h], [0, d / 2, over], [w / 2, d / 2, h]), '#d9cdb8') +
    drawFilledPath(projectFaceToPath([0, -y, over], [x, -y, h], [x, y, h], [0, y, over]), colour)
  )
}

/** Kinds of things in scenes: houses, gardens, and things that stand on tables. */
export const placeScenePropKinds = {
  tree: {
    size: [1, 1, 2.1],
    edges: [-17, -62, 17, 9],
    colour: 'leaf',
    draw: ({ colour }) =>
      drawSpotShadow(17, 8.5) +
      drawFilledPath('M-3.5 0V-24H3.5V0A3.5 2 0 0 1-3.5 0z', '#8a5a34') +
      drawFilledPath('M-17-18Q0-9 17-18L0-46z', shadeColour(colour, -0.18)) +
      drawFilledPath('M-14-31Q0-23 14-31L0-62z', colour) +
      drawFilledPath('M0-46L17-18Q9-13 3-13.5zM0-62L14-31Q8-27 2-26.8z', '#0c2b1c', ' opacity=".2"'),
  },
  bush: {
    size: [0.8, 0.8, 0.7],
    edges: [-15, -23, 15, 8],
    colour: 'leaf',
    draw: ({ colour }) =>
      drawSpotShadow(15, 7.5) +
      `<circle cy="-9" r="13" fill="${shadeColour(colour, -0.14)}"/><circle cx="-3" cy="-11" r="9" fill="${shadeColour(colour, 0.14)}"/>`,
  },
  lamp: {
    size: [0.4, 0.4, 2.4],
    edges: [-16, -78, 16, 8],
    colour: 'topaz',
    draw: ({ colour }) =>
      drawBox([0.4, 0.4, 0.14], '#8c98aa', undefined, false) +
      drawStrokedPath('M0-3V-56', '#33445e', 4) +
      `<circle cy="-63" r="16" fill="${colour}" opacity=".25"/><circle cy="-63" r="9" fill="${shadeColour(colour, 0.35)}"/>` +
      drawFilledPath('M-10-66Q0-82 10-66z', '#33445e'),
  },
  house: {
    size: [1.9, 1.9, 2.2],
    edges: [-56, -86, 56, 30],
    colour: 'brick',
    draw: ({ colour }) =>
      drawBox([1.8, 1.8, 1.3], '#f1e8d8', undefined, false) +
      drawOnPlane(
        'left',
        [-0.9, 0.9],
        drawFilledPath('M.65 0h.5v.9h-.5z', '#7a5136'),
        drawFilledPath('M.15 .5h.32v.38h-.32zM1.33 .5h.32v.38h-.32z', '#7fb2dd'),
      ) +
      drawOnPlane('right', [0.9, 0.9], drawFilledPath('M.3 .5h.42v.42h-.42zM1.1 .5h.42v.42h-.42z', '#5a8db8')) +
      drawRoof([1.8, 1.8, 1.3], 0.95, colour),
  },
  sign: {
    size: [0.4, 0.4, 1.7],
    edges: [-24, -54, 24, 6],
    colour: 'card',
    draw: ({ colour }) =>
      drawSpotShadow(9, 4.5) +
      drawFilledPath('M-2.5 0V-52H2.5V0A2.5 1.5 0 0 1-2.5 0z', '#8a5a34') +
      drawFilledPath('M-6-48H16L23-42L16-36H-6z', colour) +
      drawFilledPath('M6-31H-16L-23-25L-16-19H6z', shadeColour(colour, -0.18)),
  },
  books: {
    size: [1, 1.2, 0.66],
    colour: 'ruby',
    draw: ({ colour }) =>
      [
        ['#2f6fc4', 0, 0],
        ['#e0a92e', 0.08, 0.22],
        [colour, -0.05, 0.44],
      ]
        .map(([cover, shift, z]) => {
          const at = [-0.5 + Number(shift), -0.6, Number(z)] as const
          return (
            drawBox([1, 1.2, 0.22], String(cover), at, false) +
            drawOnPlane('left', [at[0], 0.6, at[2]], drawFilledPath('M.06 .05h.94v.12h-.94z', '#f6efe0'))
          )
        })
        .join(''),
  },
  mug: {
    size: [0.8, 0.8, 1],
    edges: [-18, -52, 27, 10],
    colour: 'sapphire',
    draw: ({ colour }) =>
      drawSpotShadow(18, 9) +
      drawStrokedPath('M14-20q12 0 11 8t-12 7', colour, 4, round) +
      drawFilledPath('M-16-26V-2A16 8.5 0 0 0 16-2V-26z', colour) +
      drawFilledPath('M5 5.8A16 8.5 0 0 0 16-2V-26H8z', '#0c1a2c', ' opacity=".22"') +
      `<ellipse cy="-26" rx="16" ry="8.5" fill="${shadeColour(colour, 0.4)}"/><ellipse cy="-25.5" rx="12.5" ry="6.2" fill="#5b3520"/>` +
      drawStrokedPath('M-4-34c-4-5 4-8 0-14M5-35c-4-5 4-8 0-14', '#fff', 2.5, `${round} stroke-opacity=".75"`),
  },
  loaf: {
    size: [1.5, 0.9, 0.7],
    edges: [-32, -31, 32, 16],
    draw: () =>
      '<ellipse cx="2" cy="4" rx="32" ry="14" fill="#02081a" opacity=".2"/>' +
      '<g transform="rotate(22)"><ellipse cy="-9" rx="30" ry="15" fill="#b56a2c"/><ellipse cx="-1" cy="-12" rx="27" ry="11.5" fill="#d9914a"/>' +
      drawStrokedPath('M-15-18q5 5 3 12M-2-20q5 5 3 13M11-18q5 5 3 12', '#f6dcae', 3.5, round) +
      '</g>',
  },
  stove: {
    size: [1.5, 1.6, 1.25],
    draw: () =>
      drawBox([1.5, 1.6, 1.25], '#e6edf6') +
      drawOnPlane('top', [-0.75, -0.8, 1.25], drawFilledPath('M.2 .25h1.1v1.1h-1.1z', '#33445e')) +
      drawOnPlane(
        'right',
        [0.75, 0.8],
        drawFilledPath('M.25 .2h1.1v.62h-1.1z', '#33445e'),
        drawStrokedPath('M.25 1h1.1', '#33445e', 0.09),
      ),
  },
  pot: {
    size: [0.9, 0.9, 0.9],
    edges: [-20, -58, 20, 10],
    draw: () =>
      '<g transform="translate(0-2)">' +
      drawFilledPath('M-19-20v16a19 11 0 0 0 38 0v-16z', '#c9283f') +
      drawFilledPath('M4 7a19 11 0 0 0 15-11v-16h-7z', '#92142a') +
      '<ellipse cy="-20" rx="19" ry="11" fill="#f1647a"/><ellipse cy="-20" rx="14.5" ry="8" fill="#7a2a12"/>' +
      drawStrokedPath('M-6-34c-5-6 4-9 0-16M5-37c-5-6 4-9 0-16', '#fff', 3, `${round} stroke-opacity=".75"`) +
      '</g>',
  },
  mat: {
    size: [2, 1.1, 0.08],
    draw: () =>
      drawBox([2, 1.1, 0.08], '#33445e') +
      drawOnPlane('top', [-1, -0.55, 0.08], drawStrokedPath('M.16 .16h1.68v.78h-1.68z', '#8fa3c0', 0.06)),
  },
} satisfies Record<string, ScenePropKind>
