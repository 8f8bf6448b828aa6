import { parseBlocks } from './markup-blocks.ts'
import { parseInline } from './markup-inline.ts'
import type { BlockNode, InlineNode } from './markup-tree.ts'
import { WorkCounter, WorkLimitExceeded } from './markup-work-limit.ts'

/** How deep quotes and lists, and marks within a line, may stand in each other; beyond, they are text as it was typed. */
export const MARKUP_DEPTH_MAX = 6

/**
 * Reads a comment in the site's subset of Markdown: paragraphs, line breaks, quotes, lists, code, strong, emphasis, and
 * links to http and https, bare ones too. The rest of Markdown is text like any other, character references too: what is
 * typed is what is shown. It never fails: what is not understood, or takes too much work, is text. The tree holds no
 * HTML; whoever writes it into HTML escapes its text.
 * @param work counts the steps, which never exceed a fixed number for each character
 */
export function parseMarkup(source: string, work = new WorkCounter(source.length)): BlockNode[] {
  try {
    return parseBlocks(source, MARKUP_DEPTH_MAX, work, (text, depth) =>
      depth < MARKUP_DEPTH_MAX ? parseInline(text, MARKUP_DEPTH_MAX, work) : lines(text),
    )
  } catch (error) {
    if (!(error instanceof WorkLimitExceeded)) throw error
    return [{ type: 'paragraph', children: lines(source) }]
  }
}

/** The line breaks of a comment are kept. */
function lines(text: string): InlineNode[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((line): InlineNode[] => [{ type: 'break' }, ...(line ? [{ type: 'text' as const, text: line }] : [])])
    .slice(1)
}
