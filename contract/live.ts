import type { Comment } from './comments.ts'

/** S7.15: where the hub is. Everything it tells is also found by asking; it only tells sooner. */
export const HUB_PATH = '/hub'

/** What the hub calls on an open page. What is missed while the connection is away is asked for when it is back. */
export interface HubClientMethods {
  /** A comment of the watched page is new, approved or changed. `total`: how many the page has now. */
  commentSaved(news: { comment: Comment; total: number }): void
  commentRemoved(news: { id: string; pageUrl: string; total: number }): void
  /** More of a page has changed than is worth telling one by one: ask for its comments again. */
  commentsChanged(pageUrl: string): void
  /** Ask for the notices again. */
  noticesChanged(): void
  /** To admins: ask for the tools again. */
  toolsChanged(): void
  /** To admins: something waits for approval, was reported or decided. */
  moderationChanged(): void
  /** To admins: an error is new or back, or was dealt with at the desk. */
  errorsChanged(): void
  /** To whom an order concerns: its customer, the watched order's page, its kitchen's board, admins. Ask for it again. */
  orderChanged(news: { orderId: string; vId: string; version: number }): void
  /** The watched kitchen's menu, hours or pauses are others now: ask for it again. */
  kitchenChanged(vId: string): void
  /** Told on connecting: which build answers. */
  versionServed(version: string): void
  /** How many connections have the watched page open. */
  readersChanged(news: { pageUrl: string; readers: number }): void
}

/** What an open page calls on the hub. */
export interface HubServerMethods {
  /** Hears of this page's comments and readers, and no more of the last one's; null for a page without comments. */
  watchPage(pageUrl: string | null): void
  /** Hears of this order, which the caller may read or has the token of; null for none. */
  watchOrder(orderId: string | null, trackingToken: string | null): void
  /** Hears of changes of this kitchen; its members and admins of its orders too. Null for none. */
  watchKitchen(vId: string | null): void
}
