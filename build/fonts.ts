import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { listContentFiles } from './fingerprint.ts'
import { reuseOrMakeContent } from './reused-files.ts'
import { contentFolder, siteConfigFile, siteFolder } from './site.ts'
import { readFileOrUnsavedText } from './unsaved-page.ts'

const packages = createRequire(import.meta.url)
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'node_modules/.cache/drawing-fonts')
/** The folder of the fonts that `writePageFonts` writes. Style sheets refer to it as `@fonts`. */
export const pageFontFolder = path.join(root, 'node_modules/.cache/page-fonts', path.basename(siteFolder))

const faces = [
  'unbounded/files/unbounded-latin-700-normal',
  'figtree/files/figtree-latin-400-normal',
  'figtree/files/figtree-latin-600-normal',
]
const latin = String.fromCodePoint(...Array.from({ length: 0x17f - 0x20 }, (_, i) => i + 0x20))
const letters = `${latin}–—‘’“”…←→↓−`

/**
 * The folders of the machine's fonts. Fontconfig ignores missing folders, and reads WINDOWSFONTDIR as the font folder
 * of Windows.
 */
const machineFonts =
  process.platform === 'win32'
    ? ['WINDOWSFONTDIR']
    : ['/usr/share/fonts', '/usr/local/share/fonts', '/Library/Fonts', '/System/Library/Fonts']

/** Makes a font with only these characters. Imports the library here, because it loads slowly. */
async function makeSubset(font: Buffer, characters: string, targetFormat: 'truetype' | 'woff2', options = {}) {
  const { default: subsetFont } = await import('subset-font')
  return Buffer.from(await subsetFont(font, characters, { targetFormat, ...options }))
}

/**
 * Lets drawings with text (diagrams, social pictures) use the site's own fonts on every machine. The SVG library uses
 * only installed TrueType fonts. So this function installs the site's fonts, with a configuration of fontconfig that
 * lists them first. Characters that these fonts lack, such as Japanese ones, come from the fonts of the machine. Must
 * be called before sharp is loaded.
 */
export async function installDrawingFonts(): Promise<void> {
  const config = path.join(folder, 'fonts.conf')
  await mkdir(folder, { recursive: true })
  await Promise.all(
    faces.map(async (face) => {
      const source = await readFile(packages.resolve(`@fontsource/${face}.woff2`))
      const subset = await reuseOrMakeContent('drawing-font', [source], () => makeSubset(source, letters, 'truetype'))
      await writeFile(path.join(folder, `${path.basename(face)}.ttf`), subset)
    }),
  )
  await writeFile(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir>${machineFonts.map((dir) => `<dir>${dir}</dir>`).join('')}<cachedir>${folder}/cache</cachedir></fontconfig>\n`,
  )
  process.env.FONTCONFIG_FILE = config
}

/** The fonts of the pages. */
const pageFonts = [
  {
    name: 'unbounded',
    family: 'Unbounded',
    weight: '700',
    file: '@fontsource/unbounded/files/unbounded-latin-700-normal',
  },
  {
    name: 'figtree',
    family: 'Figtree Variable',
    weight: '400 700',
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal',
    options: { variationAxes: { wght: { min: 400, max: 700, default: 400 } } },
  },
]
/** Matches the characters outside ASCII that `pageFonts` contain. */
const otherLetters = /[\u00a1-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/

/**
 * Writes small fonts for the pages, with only the characters of English and of the author's texts. This halves the size
 * of the fonts. The style sheet offers the whole fonts, too, but only for all other characters. Otherwise, a browser
 * would load the whole font for any character while the small font is still loading.
 */
export async function writePageFonts(): Promise<void> {
  await mkdir(pageFontFolder, { recursive: true })
  const characters = listSiteCharacters()
  const range = formatUnicodeRange(characters)
  const faces = pageFonts.map(async ({ name, family, weight, file, options }) => {
    const source = await readFile(packages.resolve(`${file}.woff2`))
    const small = await reuseOrMakeContent('page-font', [source, characters], () =>
      makeSubset(source, characters, 'woff2', options),
    )
    await writeFile(path.join(pageFontFolder, `${name}-used.woff2`), small)
    return `@font-face {
  font-family: '${family}';
  font-weight: ${weight};
  font-display: optional;
  src: url('${file}.woff2') format('woff2');
  unicode-range: ${range};
}
`
  })
  await writeFile(path.join(pageFontFolder, 'whole-fonts.css'), (await Promise.all(faces)).join(''))
}

/** Returns the characters that `otherLetters` matches and that are not in `used`, as a `unicode-range` (CSS Fonts 4, 4.5). */
function formatUnicodeRange(used: string): string {
  const points = Array.from({ length: 0x2213 }, (_, point) => point).filter((point) => {
    const letter = String.fromCodePoint(point)
    return otherLetters.test(letter) && !used.includes(letter)
  })
  const starts = points.filter((point) => !points.includes(point - 1))
  const ends = points.filter((point) => !points.includes(point + 1))
  const hex = (point: number | undefined) => point?.toString(16)
  return starts.map((start, at) => (start === ends[at] ? `U+${hex(start)}` : `U+${hex(start)}-${hex(ends[at])}`)).join()
}

/** Returns the characters of English text, of the author's pages and of site.config.ts, each once, in a fixed order. */
export function listSiteCharacters(): string {
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(0x20 + i))
  const files = listContentFiles().filter((file) => file.endsWith('.mdx'))
  const texts = [siteConfigFile, ...files.map((file) => path.join(contentFolder, file))]
  const used = texts.flatMap((file) => [...String(readFileOrUnsavedText(file))]).filter((character) => character > '~')
  return [...new Set([...ascii, ...'\u00a0·×–—‘’“”…', ...used])].sort().join('')
}
