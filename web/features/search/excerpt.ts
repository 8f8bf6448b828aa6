const EXCERPT_LENGTH = 160

/**
 * Cuts a text to the part around the first match of a pattern. Cuts at spaces, but never leaves out the match: a text
 * in Japanese has hardly any spaces.
 * @param pattern null for the start of the text
 */
export function cutExcerpt(text: string, pattern: RegExp | null): string {
  const at = pattern ? text.search(pattern) : 0
  const start = Math.max(0, at - Math.floor(EXCERPT_LENGTH / 3))
  const space = text.indexOf(' ', start)
  const from = start === 0 ? 0 : space >= 0 && space < at ? space + 1 : start
  const cut = text.slice(from, from + EXCERPT_LENGTH)
  const end = cut.lastIndexOf(' ')
  const whole = from + EXCERPT_LENGTH >= text.length ? cut : `${end > EXCERPT_LENGTH / 2 ? cut.slice(0, end) : cut} …`
  return from > 0 ? `… ${whole}` : whole
}
