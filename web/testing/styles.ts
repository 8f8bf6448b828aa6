import { formatPaletteCss, type Palette } from '#contract/palette.ts'

/**
 * A rule of a style sheet with its full selector. The rule of a state such as `&:hover` includes the declarations of
 * its element.
 */
export interface StyleRule {
  file: string
  selector: string
  declarations: Record<string, string>
}

// Vitest empties style sheets that a test imports, so they are read from the disk. The path is a variable, because web/
// has no types of Node.
const disk = 'node:fs/promises'
const { readdir, readFile }: Disk = await import(/* @vite-ignore */ disk)
interface Disk {
  readdir(folder: URL, options: { recursive: true }): Promise<string[]>
  readFile(file: URL, encoding: 'utf8'): Promise<string>
}

/** Reads the rules of a style sheet, including nested rules and rules without declarations. */
function rulesOf(css: string, file: string): StyleRule[] {
  const rules: StyleRule[] = []
  const open: StyleRule[] = []
  for (const [, text = '', end = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    const part = text.trim().replace(/\s+/g, ' ')
    if (end === '{') {
      const around = open.at(-1)
      const selector = [around?.selector, part].filter(Boolean).join(' ')
      const isState = /^&[:[][^\s,]*$/.test(part) && !part.includes('::')
      const rule = { file, selector, declarations: isState ? { ...around?.declarations } : {} }
      rules.push(rule)
      open.push(rule)
      continue
    }
    const [, name, value] = part.match(/^([\w-]+): ?(.+)$/) ?? []
    const rule = open.at(-1)
    if (rule && name && value) rule.declarations[name] = value
    if (end === '}') open.pop()
  }
  return rules
}

/** Returns the rules of the style sheet that the build writes for a palette. */
export const rulesOfPalette = (palette: Palette) => rulesOf(formatPaletteCss(palette), 'colours.css')

/** Reads the rules of every style sheet in web/, except the generated one with the colours. */
export async function readStyles(): Promise<StyleRule[]> {
  const web = new URL('../', import.meta.url)
  const files = (await readdir(web, { recursive: true })).filter((file) => file.endsWith('.css'))
  const rules = files.map(async (file) => rulesOf(await readFile(new URL(file, web), 'utf8'), file))
  return (await Promise.all(rules)).flat()
}
