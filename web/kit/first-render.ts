import { FIRST_DATA_ID, type FirstData } from '#contract/served-pages.ts'

/**
 * The time and data that the first render of a page shows when the server has rendered it. The browser renders with the same,
 * so that React finds the HTML that it would render itself.
 */
let first: FirstData | undefined

/** Sets what the next render shows; undefined ends it. */
export function setFirstData(data: FirstData | undefined): void {
  first = data
}

/** Reads what the server has rendered this document with, if it has. */
export function readFirstData(): void {
  const text = document.getElementById(FIRST_DATA_ID)?.textContent
  if (text) first = JSON.parse(text)
}

/** Returns the time that the first render shows, in milliseconds since 1970, and the present one in later renders. */
export const firstTime = (): number => first?.now ?? Date.now()

/** Returns the data of a query (features/ordering/use-public-query.ts) that the first render shows. */
export const firstDataOf = <T>(query: string | null): T | null =>
  first && first.query === query ? (first.data as T) : null
