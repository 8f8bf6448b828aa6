import { shadeColour } from './shade.ts'
import { type Subject, subjectTileColours } from './subjects.ts'

/** The colours that a scene can name, in addition to the colours of subjects. */
const paints = {
  ruby: '#ea3350',
  emerald: '#2bb673',
  topaz: '#f7b928',
  sapphire: '#2f7bf0',
  amethyst: '#8a63f5',
  gold: '#f6c843',
  silver: '#dfe6ef',
  bronze: '#d99a63',
  sand: '#fbe08a',
  rust: '#c66b14',
  card: '#e7b583',
  brick: '#c9583f',
  leaf: '#3f9d5a',
  steel: '#8fa3bd',
  slate: '#4b5970',
  ink: '#33445e',
} as const

export type PaintName = keyof typeof paints
const chequered = { a: '#1b2a42', b: '#f4f7fb' }
const isSubject = (name: string): name is Subject => Object.hasOwn(subjectTileColours, name)

export const gemColours = ['ruby', 'emerald', 'topaz', 'sapphire', 'amethyst'] as const satisfies PaintName[]
/** The names of the colours that props (the things in a scene) can have. `page` is the colour of the page's subject. */
export const scenePropColourNames = ['page', ...Object.keys(subjectTileColours), ...Object.keys(paints)]
export const tileColourNames = [...scenePropColourNames, 'chequered']

/** Returns the hex value of a colour. @param name one of `scenePropColourNames`, except `page` */
export const getColourHex = (name: string): string =>
  isSubject(name) ? subjectTileColours[name].a : paints[name as PaintName]

/** Returns the dark (a) and the light (b) colour of tiles. @param name one of `tileColourNames`, except `page` */
export function getTileColourPair(name: string): { a: string; b: string } {
  if (isSubject(name)) return subjectTileColours[name]
  if (name === 'chequered') return chequered
  const a = getColourHex(name)
  return { a, b: shadeColour(a, 0.4) }
}
