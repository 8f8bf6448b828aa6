import { parseBlocks } from './markup-blocks.ts'
import { parseInline } from './markup-inline.ts'
import type { BlockNode, InlineNode } from './markup-tree.ts'
import { WorkCounter, WorkLimitExceededError } from './markup-work-limit.ts'

/** The maximum nesting of quotes and lists, and of marks within a line. Deeper markup is shown as plain text. */
export const MARKUP_DEPTH_MAX = 6

/**
 * Parses a comment in the site's subset of Markdown: paragraphs, line breaks, quotes, lists, code, strong, emphasis,
 * links to http and https, and bare web addresses. All other Markdown and character references stay plain text. It
 * never throws: unknown markup, and text that takes too many steps, stays plain text. The tree contains no HTML, so
 * code that renders it must escape the text.
 * @param work counts the steps; their number is limited by the length of the text
 */
export function parseMarkup(source: string, work = new WorkCounter(source.length)): BlockNode[] {
  try {
    return parseBlocks(source, MARKUP_DEPTH_MAX, work, (text, depth) =>
      depth < MARKUP_DEPTH_MAX ? parseInline(text, MARKUP_DEPTH_MAX, work) : lines(text),
    )
  } catch (error) {
    if (!(error instanceof WorkLimitExceededError)) throw error
    return [{ type: 'paragraph', children: lines(source) }]
  }
}

/** Returns the text as plain text with its line breaks. */
function lines(text: string): InlineNode[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((line): InlineNode[] => [{ type: 'break' }, ...(line ? [{ type: 'text' as const, text: line }] : [])])
    .slice(1)
}
