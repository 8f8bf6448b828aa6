import { commentHtml } from './markup-html.ts'
import { hashWords } from './spam.ts'

/** Returns the columns of what somebody wrote. What is derived from the words is made here, once, and not when it is read. */
export const contentColumns = (content: string) => ({
  content,
  content_hash: hashWords(content),
  content_html: contentHtml(content),
})

/** Returns the words as HTML that an Atom feed can hold. */
export const contentHtml = (content: string): string => xmlText(commentHtml(content))

/** Leaves out what XML 1.0 2.2 has no place for. */
export const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
