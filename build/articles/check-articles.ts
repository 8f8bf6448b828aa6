import path from 'node:path'
import { compile } from '@mdx-js/mdx'
import { site } from '#site'
import { AuthorError } from '../author-error.ts'
import { listContentFiles } from '../fingerprint.ts'
import { listRemarkPlugins } from '../mdx.ts'
import { reuseOrMakeContent } from '../reused-files.ts'
import { listSceneNames } from '../scenes.ts'
import { contentFolder } from '../site.ts'
import { readFileOrUnsavedText } from '../unsaved-page.ts'
import { rehypeRepairNesting } from './nesting.ts'

/** An error in an article. The line is missing when the error belongs to the whole file. */
interface ArticleError {
  line?: number | undefined
  reason: string
}

/**
 * Reads the Markdown of articles before they are bundled, so that all errors appear at once and without a stack trace.
 * @param files the paths of the articles, relative to the folder
 * @throws AuthorError with the file, the line and the reason of each error
 */
export async function checkArticles(files: readonly string[], folder = contentFolder): Promise<void> {
  const existing = JSON.stringify([listContentFiles(folder), listSceneNames()])
  const errors = await Promise.all(
    files.map(async (file) => {
      const full = path.join(folder, file)
      const text = readFileOrUnsavedText(full)
      const errors = await reuseOrMakeContent('article-errors', [full, text, existing], async () =>
        Buffer.from(JSON.stringify(await findErrors(full, text))),
      )
      const found: ArticleError[] = JSON.parse(String(errors))
      return found.map(({ line = 1, reason }) => `content/${file}:${line}: ${reason}`)
    }),
  )
  if (errors.flat().length > 0) throw new AuthorError(errors.flat().join('\n'))
}

async function findErrors(file: string, text: Buffer): Promise<ArticleError[]> {
  try {
    const { messages } = await compile(
      { path: file, value: text },
      { remarkPlugins: listRemarkPlugins(site.features), rehypePlugins: [rehypeRepairNesting] },
    )
    return messages.map(({ line, reason }) => ({ line, reason })).toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
  } catch (error) {
    // The compiler throws at the first syntax error.
    if (!(error instanceof Error && 'reason' in error)) throw error
    const { line: first, reason } = error as Error & ArticleError
    // For an element without an end tag, the compiler reports the line of the parent element. Only the text of the
    // message contains the line of the element itself.
    const line = Number(/\((\d+):\d+-\d+:\d+\)/.exec(reason)?.[1] ?? first ?? 1)
    const shortcodes = listShortcodes(String(text))
    return shortcodes.some((found) => found.line === line)
      ? shortcodes
      : [{ line, reason: explainSyntaxError(reason, String(text), line) }]
  }
}

/** Lists the lines outside of code that hold a shortcode. The compiler stops at the first of them. */
function listShortcodes(text: string): ArticleError[] {
  let fence = ''
  return text.split('\n').flatMap((line, i) => {
    const [, mark = '', info = ''] = /^[\s>]*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (mark && !fence) fence = mark
    else if (fence && mark.startsWith(fence) && info.trim() === '') fence = ''
    const words = fence ? '' : line.replace(/(`+)[^`].*?\1/g, '')
    const shortcode = /(?<!\\)(\{\{[<%]|\{%|\{:|\{#)/.exec(words)?.[0]
    if (!shortcode) return []
    const reason = `${shortcode} begins a shortcode of another generator. Write Markdown in its place: ![…](./page/picture.jpg), <Quote>, a code block, or a link. Headings have anchors by themselves.`
    return [{ line: i + 1, reason }]
  })
}

/** Matches the parser's message about an element that has no end tag in HTML. */
const voidElement = /closing tag for `<(area|br|col|hr|img|input|source|wbr)>`/

/**
 * Explains a syntax error to authors who know plain Markdown but do not know that MDX reads `{` and `<` as code.
 * @param reason the message of the parser
 * @param text the text of the page
 * @param number the number of the line
 */
function explainSyntaxError(reason: string, text: string, number: number): string {
  const line = text.split('\n')[number - 1] ?? ''
  const advice = /^( {4}|\t)/.test(line) ? ' Code stands between two lines of ```; four spaces begin none.' : ''
  return explainSyntax(reason, line, text) + advice
}

function explainSyntax(reason: string, line: string, text: string): string {
  if (reason.startsWith('Unexpected character `!`') && reason.includes('before name'))
    return 'MDX has no comments like <!-- … -->. Delete it, or write {/* … */}.'
  if (reason.includes('with acorn') && /^(import|export)\b/.test(line))
    return 'MDX reads a line that begins with import or export as code. Join it to the line before, or begin with another word.'
  if (reason.includes('with acorn')) return 'MDX reads { as code, and cannot read this. Write \\{ outside of code.'
  const address = /<((?:https?:|mailto:)[^>\s]*)>/.exec(line)?.[1]
  if (address) return `MDX has no addresses between < and >. Write [the words of the link](${address}).`
  const open = voidElement.exec(reason)?.[1]
  if (open) return `MDX closes every element. Write <${open} />.`
  const endless = /closing tag for `<([\w.-]+)>`/.exec(reason)?.[1]
  if (endless && text.includes(`</${endless}>`) && reason.includes('before the end of `paragraph`'))
    return `<${endless}> ends in another paragraph. Put <${endless}> and </${endless}> on lines of their own.`
  if (endless) return `<${endless}> is an element without an end. Write </${endless}> after it, or \\< for the sign.`
  if (reason.startsWith('Unexpected end of file in expression'))
    return 'MDX reads { as code, and finds no } for it. Write \\{ outside of code.'
  if (/ (before|in) attribute value/.test(reason)) return 'Put the value of an attribute between double quotes.'
  if (reason.startsWith('Unexpected character'))
    return 'MDX reads < as the start of a component. Write \\< outside of code.'
  return reason
}
