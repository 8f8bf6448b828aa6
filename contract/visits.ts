/** The message about the visits of a reader. This file has no schemas, so that it stays small for browsers. */

/** The path for messages about visits. */
export const VISITS_PATH = '/api/visits'

/** The maximum number of visits in one message. */
export const VISITS_PER_MESSAGE_MAX = 8
/** The longest time that one message can report for a visit. A page that stays open longer counts as abandoned. */
export const VISIT_SECONDS_MAX = 30 * 60
/** The maximum length of each text in a message. Longer texts are cut. */
export const VISIT_TEXT_LENGTH_MAX = 200
/** The maximum number of searches, and of pictures, that one visit can name. */
export const VISIT_LIST_ENTRIES_MAX = 5

/** A visit is one opening of a page, by a page load or by a navigation in the application. */
export interface Visit {
  /** The path of the page, without query and fragment. */
  path: string
  /**
   * Whether this is the first message about the visit. When a reader returns to the tab and leaves it again, a further
   * message reports the same visit.
   */
  isNew: boolean
  /** The time for which the page was visible since the last message, in seconds. */
  seconds: number
  /** Whether the end of the page's text came into view since the last message. */
  isRead: boolean
  /** The source of the visit: the host of another site, or the path of a page of this site; empty when unknown. */
  from: string
  /** Searches without a result. */
  searches: string[]
  /** The URLs of pictures that could not be loaded. */
  pictures: string[]
}
