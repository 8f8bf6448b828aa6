import { readFrontMatter } from './front-matter.ts'

const WORDS_PER_MINUTE = 220

/**
 * Counts the words of a page, and the minutes that reading takes. Blocks of code, URLs and attributes of components are
 * not counted.
 */
export function countWordsAndReadingMinutes(source: string): { words: number; minutes: number } {
  const text = source
    .slice(readFrontMatter(source).end)
    .replace(/^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm, ' ')
    .replace(/<\/?[A-Za-z](?:"[^"]*"|'[^']*'|\{[^}]*\}|[^>"'{])*>/g, ' ')
    .replace(/\]\((?:[^()]|\([^()]*\))*\)/g, '] ')
    .replace(/^\[\^?[^\]]+\]:(?: *\S+)?/gm, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
    if (isWordLike) words++
  return { words, minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) }
}
