import { FIRST_DATA_ID, type FirstData } from '#contract/served-pages.ts'

/**
 * The time and data of the first render of a page that the server has rendered. The browser renders with the same
 * values, so that React finds the HTML that it would render itself.
 */
let first: FirstData | undefined

/** Sets the values of the next render. Undefined removes them. */
export function setFirstData(data: FirstData | undefined): void {
  first = data
}

/** Reads the values with which the server has rendered this document, if it has. */
export function readFirstData(): void {
  const text = document.getElementById(FIRST_DATA_ID)?.textContent
  if (text) first = JSON.parse(text)
}

/**
 * Returns the time that the first render shows, in milliseconds since 1970. In later renders, it returns the current
 * time.
 */
export const firstTime = (): number => first?.now ?? Date.now()

/** Returns the data of a query (features/ordering/use-public-query.ts) that the first render shows. */
export const firstDataOf = <T>(query: string | null): T | null =>
  first && first.query === query ? (first.data as T) : null
