import MiniSearch, { type Options } from 'minisearch'

/** A searchable section of a page: the text before its first heading, or the text below one heading. */
export interface SearchSection {
  /** The URL of the section: the path of the page and, for a heading, its id as the fragment. */
  id: string
  /** The name of the page. */
  page: string
  /** The heading; empty for the text before the first heading. */
  heading: string
  text: string
  /** Whether the page is a placeholder. */
  placeholder?: true
}

/** Matches the letters of scripts that put no spaces between words. */
const unspacedLetters =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu

const splitAtSpaces: (text: string) => string[] = MiniSearch.getDefault('tokenize')

/**
 * Splits a text into terms: its words, and in scripts without spaces each pair of neighbouring letters. No dictionary
 * is used, because browsers and the build have different dictionaries.
 * @param isQuery whether the text is a query; a text of a page also gets the last letter of each run as a term, so that
 * a query of one letter finds this letter
 */
function splitTerms(text: string, isQuery: boolean): string[] {
  return splitAtSpaces(text.replace(unspacedLetters, ' $& ')).flatMap((word) => {
    if (word.search(unspacedLetters) < 0) return word === '' ? [] : word
    const letters = [...word]
    const pairs = letters.map((letter, i) => letter + (letters[i + 1] ?? ''))
    return isQuery && pairs.length > 1 ? pairs.slice(0, -1) : pairs
  })
}

/** The options of the search index. The build uses them to write the index, and the browser to read it. */
export const searchOptions: Options<SearchSection> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'text', 'placeholder'],
  tokenize: (text) => splitTerms(text, false),
  searchOptions: {
    tokenize: (query) => splitTerms(query, true),
    boost: { page: 4, heading: 2 },
    prefix: true,
    combineWith: 'AND',
    // A word of at least four letters may have one typo, a word of at least six letters two. Two swapped letters count
    // as two typos.
    fuzzy: (term) => (term.length >= 6 ? 2 : term.length >= 4 ? 1 : false),
    weights: { fuzzy: 0.3, prefix: 0.7 },
    // Ranks the text before the first heading above the other sections.
    boostDocument: (id) => (String(id).includes('#') ? 1 : 1.6),
  },
}

export interface SearchHit extends SearchSection {
  /** The words of the page that matched, which are highlighted, the longest first. */
  terms: string[]
}

export const HITS_MAX = 8

let index: Promise<MiniSearch<SearchSection>> | undefined

/** Loads the index once. After that, the search works offline. @throws when the index cannot be fetched */
export function loadSearchIndex(): Promise<MiniSearch<SearchSection>> {
  index ??= fetch('/search-index.json').then(async (response) => {
    if (!response.ok) throw new Error(`The search index answered ${response.status}`)
    return MiniSearch.loadJS<SearchSection>(await response.json(), searchOptions)
  })
  index.catch(() => {
    index = undefined
  })
  return index
}

/** Returns the sections that match a query best, at most two of each page. Placeholders come last. */
export function findHits(loaded: MiniSearch<SearchSection>, query: string): SearchHit[] {
  const hits: SearchHit[] = []
  // The matched terms of a script without spaces are pairs of letters, so the words of the query are highlighted, too.
  const runs = query.match(unspacedLetters) ?? []
  const results = loaded.search(query).sort((a, b) => Number(a.placeholder ?? false) - Number(b.placeholder ?? false))
  for (const { id, page, heading, text, terms } of results) {
    if (hits.filter((hit) => pathOf(hit.id) === pathOf(id)).length < 2)
      hits.push({ id, page, heading, text, terms: [...runs, ...terms].sort((a, b) => b.length - a.length) })
    if (hits.length === HITS_MAX) break
  }
  return hits
}

const pathOf = (id: string): string => id.replace(/#.*/, '')
