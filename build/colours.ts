import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { site } from '#site'
import { computePalette, formatPaletteCss } from '../contract/palette.ts'
import * as siteColours from '../contract/site-colours.ts'
import { siteFolder } from './site.ts'

const root = path.resolve(import.meta.dirname, '..')
/** The folder of the style sheet that `writeColourStyles` writes. Other style sheets refer to it as `@colours`. */
export const colourFolder = path.join(root, 'node_modules/.cache/site-colours', path.basename(siteFolder))

/** Writes the style sheet with the colours of the site. */
export async function writeColourStyles(): Promise<void> {
  await mkdir(colourFolder, { recursive: true })
  await writeFile(path.join(colourFolder, 'colours.css'), formatPaletteCss(computePalette(site.colours)))
}

const { dayColours, nightColours } = siteColours

/** Replaces contract/site-colours.ts by computed constants, and inserts the colours into index.html. */
export function colourConstantsPlugin(): Plugin {
  const constants = Object.entries(siteColours).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`,
  )
  return {
    name: 'colours',
    enforce: 'pre',
    transform: (_text, id) =>
      id === path.join(root, 'contract/site-colours.ts') ? { code: constants.join(''), map: null } : undefined,
    transformIndexHtml: (html) =>
      html.replace('%sky-day%', dayColours['sky-1']).replace('%sky-night%', nightColours['sky-1']),
  }
}
