import { readdirSync, readFileSync } from 'node:fs'
import { fromHtml } from 'hast-util-from-html'
import { selectAll } from 'hast-util-select'
import { toText } from 'hast-util-to-text'
import { buildFolder } from '../services/ports.ts'

type Root = ReturnType<typeof fromHtml>

/** The HTML that the server sends for a page. */
export const readPageHtml = (path: string): string =>
  readFileSync(`${buildFolder}/web${path === '/' ? '/index' : path}.html`, 'utf8')

/** The same as a tree. */
export const parsePage = (path: string): Root => fromHtml(readPageHtml(path))

/** The texts of the elements that match a selector, with single spaces. */
export const listTexts = (tree: Root, selector: string): string[] =>
  selectAll(selector, tree).map((element) => toText(element).replace(/\s+/g, ' ').trim())

/** The headings of a page's sections, without the link that each of them carries. */
export const listHeadings = (path: string): string[] =>
  listTexts(parsePage(path), 'h2').map((heading) => heading.replace(/#$/, ''))

/** The files with the code of the browser, without their compressed forms. */
const scriptNames = (): string[] => readdirSync(`${buildFolder}/web/assets`).filter((name) => name.endsWith('.js'))

/** A file with code of the browser, whose name starts so. */
export const readScript = (start: string): string =>
  readFileSync(`${buildFolder}/web/assets/${scriptNames().find((name) => name.startsWith(start))}`, 'utf8')
