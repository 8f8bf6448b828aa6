const wordsPerMinute = 220

/**
 * Estimates how long a text takes to read. Counts words by the rules of the language. So a text in a language without
 * spaces does not count as one word.
 * @returns whole minutes, at least 1
 */
export function estimateMinutes(text: string, language: string): number {
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text)
  const words = [...segments].filter(({ isWordLike }) => isWordLike).length
  return Math.max(1, Math.round(words / wordsPerMinute))
}
