import type { Comment } from './comments.ts'
import type { NewPage } from './version.ts'

/**
 * The path of the hub (S7.15). The hub only makes updates faster: pages can also fetch everything that the hub sends.
 */
export const HUB_PATH = '/hub'

/** The methods that the hub calls on an open page. After a lost connection, the page fetches the missed changes. */
export interface HubClientMethods {
  /** A comment of the watched page was posted, approved or changed. `total`: the number of comments of the page. */
  commentSaved(news: { comment: Comment; total: number }): void
  commentRemoved(news: { id: string; pageUrl: string; total: number }): void
  /** Many comments of the page changed at once; the page fetches them again. */
  commentsChanged(pageUrl: string): void
  /** The notices changed; the page fetches them again. */
  noticesChanged(): void
  /** Sent to admins: the tools changed; the page fetches them again. */
  toolsChanged(): void
  /**
   * Sent to admins when a comment waits for approval, is reported or moderated, or changes while it is reported. Also
   * sent when a kitchen begins or stops waiting for approval.
   */
  moderationChanged(): void
  /** Sent to admins: an error is new, a resolved error occurred again, or an admin changed an error. */
  errorsChanged(): void
  /**
   * Sent to the customer, to pages that watch the order, to the kitchen's board and to admins. The page fetches the
   * order again.
   */
  orderChanged(news: { orderId: string; vId: string; version: number }): void
  /** The menu, hours, pauses or fully booked times of the watched kitchen changed; the page fetches them again. */
  kitchenChanged(vId: string): void
  /** Sent on connecting: the version of the build that the server serves, and the page that is new in this build. */
  versionServed(version: string, newPage: NewPage | null): void
  /** The connection between the processes lost events; the page fetches all data again soon. */
  eventsMissed(): void
  /** The number of connections that have the watched page open. */
  readersChanged(news: { pageUrl: string; readers: number }): void
}

/** The methods that an open page calls on the hub. */
export interface HubServerMethods {
  /**
   * Subscribes to the comments and the reader count of a page, and ends the subscription to the previous page. Null
   * only ends the previous subscription.
   */
  watchPage(pageUrl: string | null): void
  /**
   * Subscribes to an order. The caller must be allowed to read the order, or must have its token. Null ends the
   * subscription.
   */
  watchOrder(orderId: string | null, trackingToken: string | null): void
  /**
   * Subscribes to the changes of a kitchen; members and admins also get the changes of its orders. Null ends the
   * subscription.
   */
  watchKitchen(vId: string | null): void
}
