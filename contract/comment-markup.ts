import { readBlocks } from './markup-blocks.ts'
import { readInline } from './markup-inline.ts'
import { MarkupWork, TooMuchWork } from './markup-work.ts'

/** What a line of a comment is made of. */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'code'; text: string }
  | { type: 'strong' | 'emphasis'; children: Inline[] }
  /** `href` begins with http:// or https://. `bare`: the words of the link are its address. */
  | { type: 'link'; href: string; bare: boolean; children: Inline[] }

/** What a comment is made of. */
export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'codeBlock'; text: string }
  | { type: 'quote'; children: Block[] }
  /** `start`: the number of the first item of an ordered list. */
  | { type: 'list'; ordered: boolean; start: number; items: Block[][] }

/** How deep quotes and lists, and marks within a line, may stand in each other; beyond, they are text as it was typed. */
export const MARKUP_DEPTH_MAX = 6

/**
 * Reads a comment in the site's subset of Markdown: paragraphs, line breaks, quotes, lists, code, strong, emphasis, and
 * links to http and https, bare ones too. The rest of Markdown is text like any other, character references too: what is
 * typed is what is shown. It never fails: what is not understood, or takes too much work, is text. The tree holds no
 * HTML; whoever writes it into HTML escapes its text.
 * @param work counts the steps, which never exceed a fixed number for each character
 */
export function readMarkup(source: string, work = new MarkupWork(source.length)): Block[] {
  try {
    return readBlocks(source, MARKUP_DEPTH_MAX, work, (text, depth) =>
      depth < MARKUP_DEPTH_MAX ? readInline(text, MARKUP_DEPTH_MAX, work) : lines(text),
    )
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    return [{ type: 'paragraph', children: lines(source) }]
  }
}

/** The line breaks of a comment are kept. */
function lines(text: string): Inline[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((line): Inline[] => [{ type: 'break' }, ...(line ? [{ type: 'text' as const, text: line }] : [])])
    .slice(1)
}
