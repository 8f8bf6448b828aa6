import MiniSearch, { type Options } from 'minisearch'

/** A searchable part of a page: its first part, or the text below one of its headings. */
export interface SearchEntry {
  /** The address of the part: path and, under a heading, its id. */
  id: string
  /** The page's name. */
  page: string
  /** The heading; empty for the first part of a page. */
  heading: string
  text: string
  /** Whether the page is a placeholder. */
  placeholder?: true
}

/** Shared by the build, which writes the index, and the browser, which reads it. */
export const searchOptions: Options<SearchEntry> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'text', 'placeholder'],
  searchOptions: {
    boost: { page: 4, heading: 2 },
    prefix: true,
    combineWith: 'AND',
    // A word of four letters may have one typo, a word of six letters two. Two swapped letters count as two typos.
    fuzzy: (term) => (term.length >= 6 ? 2 : term.length >= 4 ? 1 : false),
    weights: { fuzzy: 0.3, prefix: 0.7 },
    // Ranks the first part of a page above its other parts.
    boostDocument: (id) => (String(id).includes('#') ? 1 : 1.6),
  },
}

export interface SearchHit extends SearchEntry {
  /** The words of the page that matched. They are highlighted. */
  terms: string[]
}

export const HITS_MAX = 8

let index: Promise<MiniSearch<SearchEntry>> | undefined

/** Loads the index once. Afterwards the search works offline. @throws when the index cannot be fetched */
export function loadSearchIndex(): Promise<MiniSearch<SearchEntry>> {
  index ??= fetch('/search-index.json').then(async (response) => {
    if (!response.ok) throw new Error(`The search index answered ${response.status}`)
    return MiniSearch.loadJS<SearchEntry>(await response.json(), searchOptions)
  })
  index.catch(() => {
    index = undefined
  })
  return index
}

/** Returns the parts that match a query best, at most two of each page. Placeholders come last. */
export function findHits(loaded: MiniSearch<SearchEntry>, query: string): SearchHit[] {
  const hits: SearchHit[] = []
  const results = loaded.search(query).sort((a, b) => Number(a.placeholder ?? false) - Number(b.placeholder ?? false))
  for (const { id, page, heading, text, terms } of results) {
    if (hits.filter((hit) => hit.page === page).length < 2) hits.push({ id, page, heading, text, terms })
    if (hits.length === HITS_MAX) break
  }
  return hits
}
