import { INITIAL_DATA_ELEMENT_ID, type InitialData } from '#contract/served-pages.ts'

/**
 * The time and data with which the server has rendered the page. The first render in the browser uses the same values,
 * so that its HTML equals the HTML of the server.
 */
let first: InitialData | undefined

/** Sets the time and data of the next render. Undefined removes them. */
export function setInitialData(data: InitialData | undefined): void {
  first = data
}

/** Takes the time and data of the next render from this document, if the server has rendered it with such data. */
export function restoreInitialData(): void {
  const text = document.getElementById(INITIAL_DATA_ELEMENT_ID)?.textContent
  if (text) first = JSON.parse(text)
}

/**
 * Returns the time to show, in milliseconds since 1970: the server's time in the first render, and the current time in
 * later renders.
 */
export const getHydrationSafeNow = (): number => first?.now ?? Date.now()

/**
 * Returns the data of a query in the first render; null in later renders.
 * @param query the key of the query (features/ordering/use-fetched-data.ts)
 */
export const findInitialData = <T>(query: string | null): T | null =>
  first && first.query === query ? (first.data as T) : null
