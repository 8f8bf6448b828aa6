import { shadeColour } from '../shade.ts'
import { drawFilledPath, drawOnPlane, drawSpotShadow, drawStrokedPath } from '../solids.ts'
import type { ScenePropKind } from './prop.ts'

const tenth = (value: number): number => Math.round(value * 10) / 10

/** Draws a cut stone around the origin. @param middleY the vertical position of its middle, in pixels */
export function drawGem(size: number, colour: string, middleY = 0): string {
  const s = (share: number): number => tenth(size * share)
  const y = (share: number): number => tenth(middleY + size * share)
  const top = `0 ${y(-1.15)}`
  const left = `${s(-0.8)} ${y(-0.22)}`
  const right = `${s(0.8)} ${y(-0.22)}`
  const middle = `${s(-0.16)} ${y(0.06)}`
  const foot = `0 ${y(1.2)}`
  return (
    drawFilledPath(`M${top}L${left} ${middle}z`, shadeColour(colour, 0.55)) +
    drawFilledPath(`M${top}L${right} ${middle}z`, shadeColour(colour, 0.2)) +
    drawFilledPath(`M${left}L${middle} ${foot}z`, shadeColour(colour, -0.08)) +
    drawFilledPath(`M${right}L${middle} ${foot}z`, shadeColour(colour, -0.4)) +
    drawStrokedPath(`M${top}L${middle}`, '#fff', s(0.09), ' stroke-opacity=".8"')
  )
}

const stop = (colour: string, offset = 0, opacity = 1): string =>
  `<stop stop-color="${colour}"${offset ? ` offset="${offset}"` : ''}${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`

/** Draws a glass ball of radius 28 around the origin. */
export function drawBall(id: string): string {
  const radial = (name: string, place: string, ...stops: string[]): string =>
    `<radialGradient id="${id}${name}"${place}>${stops.join('')}</radialGradient>`
  // The swirl is point-symmetric about the centre, so that it looks the same after half a turn.
  const swirl = (top: number, bottom: number): string =>
    `M-30.8 ${3.4 + top}C-14 ${tenth(-20.2 + top)} 8.4 ${14 + top} 30.8 ${-14 + top}V${tenth(-3.4 + bottom)}C14 ${tenth(20.2 + bottom)} -8.4 ${-14 + bottom} -30.8 ${14 + bottom}z`
  return (
    radial(
      'g',
      ' cx=".36" cy=".28" r=".82"',
      stop('#9ad7ff'),
      stop('#2f8bff', 0.3),
      stop('#1146bb', 0.66),
      stop('#071c58', 1),
    ) +
    radial(
      's',
      ' cx=".44" cy=".4" r=".58"',
      stop('#04103a', 0.62, 0),
      stop('#04103a', 0.9, 0.46),
      stop('#04103a', 1, 0.62),
    ) +
    radial('c', ' cx=".64" cy=".84" r=".42"', stop('#a9ecff', 0, 0.9), stop('#6cc8ff', 1, 0)) +
    radial('h', '', stop('#fff'), stop('#fff', 0.5, 0.8), stop('#fff', 1, 0)) +
    `<clipPath id="${id}k"><circle r="28"/></clipPath><circle r="28" fill="url(#${id}g)"/>` +
    `<g clip-path="url(#${id}k)"><g class="marble-band">${drawFilledPath(swirl(0, 0), '#ffbf33')}${drawFilledPath(swirl(3.6, -3.6), '#fff2c4', ' opacity=".9"')}</g></g>` +
    `<circle r="28" fill="url(#${id}s)"/><circle r="28" fill="url(#${id}c)"/>` +
    `<ellipse rx="9" ry="5.6" fill="url(#${id}h)" transform="translate(-10.1-12.9)rotate(-34)"/>` +
    '<circle cx="-17.4" cy="-2.2" r="1.7" fill="#fff" opacity=".75"/>'
  )
}

const hatBrim = 'M-63 1C-66-9-38-21 2-21S66-12 63 2C61 8 56 12 49 15L45 10L42 18C30 23 16 25 0 25C-36 25-60 13-63 1z'
const hatCrown =
  'M-38-3C-40-26-37-50-29-60C-24-67-14-66-8-60C-3-56 2-62 8-67C18-74 29-66 32-54C36-40 37-22 38-3C28 9-28 9-38-3z'
const hatBand = 'M-38.4-18C-22-8 22-8 37.5-18L38-3C28 9-28 9-38-3z'
const hatStitches = 'M6-38L11-37M9-30L14-31M16-47L17-41M23-48L24-43M25-38L31-39M27-31L32-32M17-27L18-21'

/** Draws a dented and patched hat, 128 wide, around the centre of its brim. */
function drawHat(id: string): string {
  const gradient = (name: string, place: string, ...stops: string[]): string =>
    `<linearGradient id="${id}${name}" x1="0" x2="1"${place}>${stops.join('')}</linearGradient>`
  return (
    gradient('c', '', stop('#c98b57'), stop('#a96a3b', 0.42), stop('#6c3f1f', 1)) +
    gradient('b', ' y2=".6"', stop('#bd7d4a'), stop('#8d5630', 0.55), stop('#5f371b', 1)) +
    gradient('r', '', stop('#ef4a62'), stop('#9d1830', 1)) +
    drawFilledPath(hatBrim, '#4a2913', ' transform="translate(0 4)"') +
    drawFilledPath(hatBrim, `url(#${id}b)`) +
    '<ellipse cx="1" cy="-2" rx="41" ry="14" fill="#3a1f0d" opacity=".45"/>' +
    drawFilledPath(hatCrown, `url(#${id}c)`) +
    drawFilledPath('M-24-58C-16-50-9-49-4-53S8-62 22-62C14-53 6-45-5-44S-22-50-24-58z', '#5d3519', ' opacity=".62"') +
    drawFilledPath(hatBand, `url(#${id}r)`) +
    drawFilledPath('M8-42L27-45L30-27L11-23z', '#5c9bf5') +
    drawStrokedPath(hatStitches, '#fff0cf', 2, ' stroke-linecap="round"')
  )
}

/** Kinds of things in scenes: stones, balls, hats and cones. Style sheets animate their groups by class. */
export const gemScenePropKinds = {
  gem: {
    size: [0.5, 0.5, 1.06],
    edges: [-9, -32, 9, 4],
    colour: 'ruby',
    draw: ({ colour, on }) =>
      `${on === 'nothing' ? '' : drawSpotShadow(6.6, 3.3)}<g class="gem">${drawGem(11, colour, -19.2)}</g>`,
  },
  marble: {
    size: [1.1, 1.1, 1.8],
    edges: [-28, -55, 31, 16],
    top: 1.46,
    draw: ({ id, on }) =>
      (on === 'nothing'
        ? ''
        : `<radialGradient id="${id}d">${stop('#02081a', 0, 0.62)}${stop('#02081a', 0.55, 0.36)}${stop('#02081a', 1, 0)}</radialGradient>`) +
      `<g class="marble">${on === 'nothing' ? '' : `<g class="marble-shadow"><ellipse cx="3.9" rx="31.4" ry="15.7" fill="url(#${id}d)"/></g>`}` +
      `<g class="marble-ball"><g transform="translate(0-26.3)">${drawBall(id)}</g></g></g>`,
  },
  'falling-marble': {
    size: [1, 1, 0.1],
    edges: [-29, -30, 29, 184],
    falls: true,
    draw: ({ id }) =>
      drawStrokedPath('M-24 128V66M0 118V34M24 130V78', '#7fb6ff', 5, ' stroke-linecap="round" opacity=".55"') +
      `<g transform="translate(0 154)">${drawBall(id)}</g>`,
  },
  hat: {
    size: [1.6, 1.6, 2],
    edges: [-59, -66, 59, 26],
    draw: ({ id, on }) => {
      const worn = on === 'marble' || on === 'nothing'
      const hat = `<g class="hat">${drawHat(id)}</g>`
      if (worn) return `<g transform="rotate(-6)scale(.9)">${hat}</g>`
      return `<ellipse cx="4" cy="2" rx="54" ry="24" fill="#02081a" opacity=".2"/><g transform="translate(0-12)scale(.82)">${hat}</g>`
    },
  },
  cone: {
    size: [0.72, 0.72, 1.2],
    draw: () =>
      drawOnPlane('top', [0, 0], drawFilledPath('M-.36-.36h.72v.72h-.72z', '#e2571e')) +
      '<g transform="translate(0-3)">' +
      drawFilledPath('M-12.5 0L-3-33C-2-35 2-35 3-33L12.5 0C9 7.2-9 7.2-12.5 0z', '#f4752f') +
      drawFilledPath('M3-33L12.5 0C11 4 6 5.3 1 5.4z', '#b9430f', ' opacity=".55"') +
      drawFilledPath('M-9-12.5L-6.2-22C-3-19.8 3-19.8 6.2-22L9-12.5C5-8.5-5-8.5-9-12.5z', '#fff5e6') +
      '</g>',
  },
} satisfies Record<string, ScenePropKind>
