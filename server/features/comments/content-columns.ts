import { commentHtml } from './markup-html.ts'
import { hashText } from './spam.ts'

/**
 * Returns the columns of a text. Columns that are derived from the text are computed here, once, when it is written.
 */
export const contentColumns = (content: string) => ({
  content,
  content_hash: hashText(content),
  content_html: contentHtml(content),
})

/** Returns the text as HTML that an Atom feed can contain. */
export const contentHtml = (content: string): string => xmlText(commentHtml(content))

/** Removes characters that XML 1.0 2.2 does not allow. */
export const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
