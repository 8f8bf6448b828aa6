import { site } from '#site'
import { computePalette } from './palette.ts'

/* The colours of this site. The build replaces this code by the computed values (build/colours.ts). */
const palette = computePalette(site.colours)

export const dayColours = palette.day
export const nightColours = palette.night
export const subjectTileColours = palette.tiles
