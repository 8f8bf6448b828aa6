/** A rule of a style sheet with its full selector. The declarations of a state such as `&:hover` include its element's. */
export interface StyleRule {
  file: string
  selector: string
  declarations: Record<string, string>
}

// Vitest empties style sheets that a test imports, so they are read from the disk; web has no types of Node.
const disk = 'node:fs/promises'
const { readdir, readFile }: Disk = await import(/* @vite-ignore */ disk)
interface Disk {
  readdir(folder: URL, options: { recursive: true }): Promise<string[]>
  readFile(file: URL, encoding: 'utf8'): Promise<string>
}

/** Reads the rules of a style sheet, nested ones too. A rule without declarations counts. */
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

/** Reads the rules of every style sheet in web/. */
export async function readStyles(): Promise<StyleRule[]> {
  const web = new URL('../', import.meta.url)
  const files = (await readdir(web, { recursive: true })).filter((file) => file.endsWith('.css'))
  const rules = files.map(async (file) => rulesOf(await readFile(new URL(file, web), 'utf8'), file))
  return (await Promise.all(rules)).flat()
}

/** Returns the relative luminance (WCAG 2.2) of a colour as #rgb or #rrggbb. Opacity is ignored. */
function luminance(hex: string): number {
  const digits = hex.length < 6 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast ratio of two colours (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
