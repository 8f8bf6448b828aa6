import { findFrontMatter } from '#contract/front-matter.ts'
import { site } from '#site'
import { isListedArticle, type PageSummary } from '../web/kit/page.ts'

/**
 * The maximum number of related articles of a page. The page shows only three of them. The others replace related
 * articles that the page already links as its previous or next article.
 */
const RELATED_MAX = 5
/** The minimum resemblance of related pages, from 0 to 2. Pages about different things resemble each other less. */
const RESEMBLANCE_MIN = 0.06
/** How many times a word in the title, heading, description or lead counts. A word in the text counts once. */
const TITLE_WEIGHT = 3

/** Created at the first use, because the language of the site may be invalid until the build has checked it. */
let segmenter: Intl.Segmenter | undefined

/** Returns the words of a text in lower case. Works for languages without spaces, too. */
function wordsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(site.language, { granularity: 'word' })
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase())
}

/** Removes what readers do not see from the source of a page: front matter, imports, components and URLs. */
const visibleText = (source: string): string =>
  source
    .slice(findFrontMatter(source)?.end)
    .replace(/^import .*$/gm, '')
    .replace(/<[^>]*>|\]\([^)]*\)|https?:\S+/g, ' ')

/**
 * Finds the articles that resemble each page most. Two pages resemble each other when they share tags, and words that
 * few other pages contain.
 * @returns for each page, the paths of its related articles, the most similar first; empty for a page that shows none
 */
export function findRelatedPathsOfEachPage(pages: { page: PageSummary; source: string }[]): string[][] {
  const weights = weighWords(pages.map(({ page, source }) => (showsRelated(page) ? wordsOfPage(page, source) : [])))
  const postings = listPostings(weights)
  return pages.map(({ page }, i) => {
    if (!showsRelated(page)) return []
    const products = multiplyWithAll(weights[i], postings, pages.length)
    return pages
      .flatMap(({ page: other }, j) => {
        const resemblance = tagResemblance(page, other) + (products[j] ?? 0)
        const isRelated = resemblance >= RESEMBLANCE_MIN && other !== page && isListedArticle(other)
        return isRelated ? [{ path: other.path, resemblance }] : []
      })
      .sort((a, b) => b.resemblance - a.resemblance)
      .slice(0, RELATED_MAX)
      .map(({ path }) => path)
  })
}

const showsRelated = (page: PageSummary) => page.group !== undefined && !page.private

const wordsOfPage = ({ title, heading = '', description, lead = '' }: PageSummary, source: string) => [
  ...Array.from({ length: TITLE_WEIGHT }, () => wordsOf(`${title} ${heading} ${description} ${lead}`)).flat(),
  ...wordsOf(visibleText(source)),
]

/**
 * Weighs the words of each text by TF-IDF, as a vector of length 1. Leaves out words that more than half of the texts
 * contain.
 */
function weighWords(texts: string[][]): Map<string, number>[] {
  const found = new Map<string, number>()
  for (const words of texts) for (const word of new Set(words)) found.set(word, (found.get(word) ?? 0) + 1)
  return texts.map((words) => {
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const weights = [...counts].flatMap(([word, count]): [string, number][] => {
      const holders = found.get(word) ?? 0
      return holders > texts.length / 2 ? [] : [[word, (1 + Math.log(count)) * Math.log(texts.length / holders)]]
    })
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1
    return new Map(weights.map(([word, weight]) => [word, weight / length]))
  })
}

/** The pages that contain a word: their places in the list of pages, and the weights of the word in them. */
interface Postings {
  places: number[]
  weights: number[]
}

/** Lists the pages that contain each word. */
function listPostings(vectors: readonly Map<string, number>[]): ReadonlyMap<string, Postings> {
  const postings = new Map<string, Postings>()
  for (const [place, vector] of vectors.entries())
    for (const [word, weight] of vector) {
      const wordPostings = postings.get(word) ?? { places: [], weights: [] }
      wordPostings.places.push(place)
      wordPostings.weights.push(weight)
      postings.set(word, wordPostings)
    }
  return postings
}

/**
 * Returns the cosine of the angle between a vector of length 1 and the vector of each page, from 0 to 1. Reads only the
 * pages that share a word with the vector. Comparing each pair of vectors would take minutes with 1,000 articles.
 */
function multiplyWithAll(
  vector: Map<string, number> = new Map(),
  postings: ReadonlyMap<string, Postings>,
  count: number,
): Float64Array {
  const products = new Float64Array(count)
  for (const [word, weight] of vector) {
    const { places, weights } = postings.get(word) ?? { places: [], weights: [] }
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0
      products[place] = (products[place] ?? 0) + weight * (weights[i] ?? 0)
    }
  }
  return products
}

/** Returns the share of the tags that two pages have in common: from 0 to 1. */
function tagResemblance({ tags: a = [] }: PageSummary, { tags: b = [] }: PageSummary): number {
  const common = a.filter((tag) => b.includes(tag)).length
  return common && common / Math.sqrt(a.length * b.length)
}
