import type { PageSubject, SiteHues } from './site-config.ts'

/**
 * The colours of the site's design. A site chooses only their hues. Lightness and chroma (OKLCH) come from the colours
 * below. Lightness or chroma changes only when sRGB does not contain a colour, or when text would be unreadable.
 * web/look/contrast.test.ts proves the contrast for every hue.
 */

type Theme = 'day' | 'night'
type ColourGroup = 'sky' | 'accent' | 'fixed'

/**
 * For each colour: its group, the colour by day, and the colour by night. A site can choose the hues of the groups
 * `sky` and `accent`. Two digits after a colour are its opacity.
 */
const looks = {
  'sky-1': ['sky', '#a9d4f5', '#0a1226'],
  'sky-2': ['sky', '#dff0fb', '#14233f'],
  page: ['sky', '#f2f8fc', '#0c1424'],
  'work-ground': ['sky', '#e6eff6', '#080e1a'],
  raised: ['sky', '#ffffff', '#131f36'],
  panel: ['sky', '#ffffffeb', '#101b31eb'],
  ink: ['sky', '#0c1a2c', '#e9f0fa'],
  soft: ['sky', '#3d4f66', '#a5b5cc'],
  line: ['sky', '#cfdeea', '#24344f'],
  control: ['sky', '#6b8199', '#6d82a1'],
  link: ['sky', '#1250bd', '#85b7ff'],
  ruby: ['accent', '#d3213b', '#d3213b'],
  'ruby-deep': ['accent', '#b3172f', '#b3172f'],
  'ruby-edge': ['accent', '#8c0f24', '#8c0f24'],
  'on-ruby': ['fixed', '#ffffff', '#ffffff'],
  ahead: ['fixed', '#0a7041', '#3fdc93'],
  behind: ['fixed', '#bd1c38', '#ff7b8e'],
  gold: ['fixed', '#7d5900', '#ffcb4d'],
  cloud: ['sky', '#ffffff', '#1c2f52'],
  star: ['fixed', '#ffffff00', '#dbe8ff'],
  'code-ground': ['sky', '#0c1424', '#0c1424'],
  'code-ink': ['sky', '#dbe7f7', '#dbe7f7'],
  focus: ['sky', '#0c1a2c', '#ffffff'],
} as const satisfies Record<string, readonly [ColourGroup, day: string, night: string]>

export type ColourName = keyof typeof looks
export type ThemeColours = Record<ColourName, string>

/**
 * For each subject of pages: `a` is the colour of the gem and of the dark tiles of the checkerboard, `b` the colour of
 * the light tiles.
 */
const tiles: Record<PageSubject, { a: string; b: string }> = {
  gaming: { a: '#2f7bf0', b: '#74aaf8' },
  games: { a: '#f08a24', b: '#f7b36b' },
  programming: { a: '#2fae74', b: '#7bd6a5' },
  projects: { a: '#7a5af0', b: '#ab96f8' },
  about: { a: '#e9b21f', b: '#fbe08a' },
}

/**
 * Each rule has colours of text or marks, the backgrounds behind them, and the required contrast ratio (WCAG 2.2, 1.4.3
 * and 1.4.11).
 */
const contrastRules: [names: ColourName[], grounds: ColourName[], ratio: number][] = [
  [['ink', 'soft', 'link'], ['sky-1', 'sky-2', 'page', 'work-ground', 'raised', 'line'], 4.5],
  [['ahead', 'behind', 'gold'], ['page', 'work-ground', 'raised'], 4.5],
  [['ruby', 'ruby-deep'], ['on-ruby'], 4.5],
  [['control', 'focus'], ['page', 'work-ground', 'raised', 'sky-2'], 3],
  [['code-ink'], ['code-ground'], 4.5],
]

export interface Palette {
  day: ThemeColours
  night: ThemeColours
  tiles: Record<PageSubject, { a: string; b: string }>
}

/**
 * Returns the colours of a site. Text that would be too faint with its hue becomes darker by day and lighter by night.
 */
export function computePalette(hues: SiteHues = {}): Palette {
  const tilesOf = ([subject, { a, b }]: [string, { a: string; b: string }]) => {
    const turn = turnTo(hues[subject as PageSubject], a)
    return [subject, { a: turnHue(a, turn), b: turnHue(b, turn) }]
  }
  return {
    day: computeTheme(hues, 'day'),
    night: computeTheme(hues, 'night'),
    tiles: Object.fromEntries(Object.entries(tiles).map(tilesOf)) as Palette['tiles'],
  }
}

function computeTheme({ sky, accent }: SiteHues, theme: Theme): ThemeColours {
  const turns = { sky: turnTo(sky, looks['sky-1'][1]), accent: turnTo(accent, looks.ruby[1]), fixed: 0 }
  const colours = Object.fromEntries(
    Object.entries(looks).map(([name, [group, day, night]]) => [
      name,
      turnHue(theme === 'day' ? day : night, turns[group]),
    ]),
  ) as ThemeColours
  for (const [names, grounds, ratio] of contrastRules)
    for (const name of names) {
      const isReadable = (colour: string) =>
        grounds.every((ground) => calculateContrast(colour, colours[ground]) >= ratio)
      // White text appears on the accent colour in both themes, so the accent becomes darker in both.
      const step = theme === 'night' && !name.startsWith('ruby') ? 0.005 : -0.005
      for (let colour = colours[name]; !isReadable(colours[name]) && colour !== '#000000' && colour !== '#ffffff'; )
        colours[name] = colour = lighten(colour, step)
    }
  return colours
}

/** Returns the degrees from a colour's hue to another hue; 0 when no other hue is given. */
const turnTo = (hue: number | undefined, hex: string): number => (hue === undefined ? 0 : hue - toOklch(hex).h)

/** Turns the hue of a colour. Keeps the lightness and the opacity, and also the chroma if sRGB contains the result. */
function turnHue(hex: string, degrees: number): string {
  if (Math.abs(degrees) < 0.5) return hex
  const { l, c, h } = toOklch(hex)
  return c < 0.002 ? hex : toHex({ l, c, h: h + degrees }) + hex.slice(7)
}

function lighten(hex: string, by: number): string {
  const { l, c, h } = toOklch(hex)
  return toHex({ l: l + by, c, h })
}

/** A colour in OKLCH (CSS Color 4, 9.3): lightness from 0 to 1, chroma, hue in degrees. */
interface Oklch {
  l: number
  c: number
  h: number
}

/** Returns the linear red, green and blue of a colour as #rgb or #rrggbb, from 0 to 1. */
function channelsOf(hex: string): number[] {
  const digits = hex.length < 6 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  return [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
}

/** Returns the hue of a colour in degrees of OKLCH. */
export const calculateHue = (hex: string): number => toOklch(hex).h

function toOklch(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = channelsOf(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const blue = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const hue = (Math.atan2(blue, a) * 180) / Math.PI
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, blue),
    h: (hue + 360) % 360,
  }
}

/** Returns the colour as #rrggbb. Reduces the chroma until sRGB contains the colour. */
function toHex({ l, c, h }: Oklch): string {
  const lightness = Math.min(1, Math.max(0, l))
  let [low, high] = [0, c]
  if (isInGamut(toLinear({ l: lightness, c, h }))) low = c
  else
    for (let step = 0; step < 16; step++) {
      const middle = (low + high) / 2
      if (isInGamut(toLinear({ l: lightness, c: middle, h }))) low = middle
      else high = middle
    }
  const digits = toLinear({ l: lightness, c: low, h }).map((linear) => {
    const value = Math.min(1, Math.max(0, linear))
    const share = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}

const isInGamut = (channels: number[]): boolean => channels.every((value) => value >= -0.0005 && value <= 1.0005)

function toLinear({ l, c, h }: Oklch): number[] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Returns the contrast ratio of two colours as #rgb or #rrggbb (WCAG 2.2), from 1 to 21. Opacity is ignored. */
export function calculateContrast(one: string, other: string): number {
  const luminanceOf = (hex: string) => {
    const [r = 0, g = 0, b = 0] = channelsOf(hex)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Returns the colours as custom properties of CSS, for both themes and each subject. */
export function formatPaletteCss({ day, night, tiles }: Palette): string {
  const colours = Object.entries(day).map(([name, colour]) => {
    const dark = night[name as ColourName]
    return `  --${name}: ${colour === dark ? colour : `light-dark(${colour}, ${dark})`};\n`
  })
  const subjects = Object.entries(tiles).map(
    ([subject, { a, b }]) => `[data-subject='${subject}'] {\n  --tile-a: ${a};\n  --tile-b: ${b};\n}\n`,
  )
  return `:root {\n${colours.join('')}}\n${subjects.join('')}`
}
