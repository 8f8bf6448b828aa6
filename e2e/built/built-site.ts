import { readdirSync, readFileSync } from 'node:fs'
import { fromHtml } from 'hast-util-from-html'
import { selectAll } from 'hast-util-select'
import { toText } from 'hast-util-to-text'
import { buildFolder } from '../services/ports.ts'

type Root = ReturnType<typeof fromHtml>

/** Reads the HTML that the server sends for a page. */
export const readPageHtml = (path: string): string =>
  readFileSync(`${buildFolder}/web${path === '/' ? '/index' : path}.html`, 'utf8')

/** Parses the HTML of a page into a tree. */
export const readPageTree = (path: string): Root => fromHtml(readPageHtml(path))

/** Lists the texts of matching elements, with whitespace collapsed. */
export const listElementTexts = (tree: Root, selector: string): string[] =>
  selectAll(selector, tree).map((element) => toText(element).replace(/\s+/g, ' ').trim())

/** Lists an attribute of matching elements. */
export const selectAttributeValues = (tree: Root, selector: string, attribute: string): string[] =>
  selectAll(selector, tree).map(({ properties }) => String(properties[attribute] ?? ''))

/** Lists the h2 headings of a page without their anchor links. */
export const listH2Headings = (path: string): string[] =>
  listElementTexts(readPageTree(path), 'h2').map((heading) => heading.replace(/#$/, ''))

/** Lists the script files that browsers load, without their compressed copies. */
const scriptNames = (): string[] => readdirSync(`${buildFolder}/web/assets`).filter((name) => name.endsWith('.js'))

/** Reads the script file whose name starts with a text. */
export const readScriptByPrefix = (start: string): string =>
  readFileSync(`${buildFolder}/web/assets/${scriptNames().find((name) => name.startsWith(start))}`, 'utf8')
