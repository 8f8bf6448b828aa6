import type { Kitchen, KitchenTerms } from './menu.ts'

/** The id of the element that holds the InitialData of a page as JSON. */
export const INITIAL_DATA_ELEMENT_ID = 'first-data'

/** The data with which the server has rendered a page. The browser uses it to render the same page. */
export interface InitialData {
  /** Milliseconds since 1970. */
  now: number
  /** The key of the query whose result the page shows. */
  query: string
  data: unknown
}

/** A page that the server has rendered for one URL: the HTML inside #root, and the elements of its head. */
export interface ServerRenderedPage {
  html: string
  head: string
  first: InitialData
}

/** Renders the pages of kitchens on the server (web/served-pages.tsx). */
export interface KitchenPageRenderer {
  /** Loads the code of the pages. Called once, before the first page is rendered. */
  load: () => Promise<void>
  /** Renders `/order`. @param now milliseconds since 1970 */
  renderKitchens: (kitchens: KitchenTerms[], now: number) => ServerRenderedPage
  /** Renders `/order/:slug`. @param now milliseconds since 1970 */
  renderMenu: (kitchen: Kitchen, now: number) => ServerRenderedPage
}
