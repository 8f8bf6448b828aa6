/** Characters of text around the first match. */
const around = 160

/** A piece of the text with the words that matched marked. */
export function Highlighted({ text, terms, excerpt = false }: { text: string; terms: string[]; excerpt?: boolean }) {
  const pattern = terms.length > 0 ? new RegExp(`(${terms.map(literally).join('|')})`, 'giu') : null
  const shown = excerpt ? excerptOf(text, pattern) : text
  if (!pattern) return shown
  // Splitting by a pattern with one group puts the matches at the odd places; the parts never move.
  return shown.split(pattern).map((part, i) => (i % 2 === 1 ? <mark key={`${i}`}>{part}</mark> : part))
}

const literally = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function excerptOf(text: string, pattern: RegExp | null): string {
  const at = pattern ? text.search(pattern) : 0
  const start = Math.max(0, at - around / 3)
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1
  const cut = text.slice(from, from + around)
  const whole = from + around >= text.length ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  return from > 0 ? `… ${whole}` : whole
}
