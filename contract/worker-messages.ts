/** Messages from the service worker to an open page. */
export type WorkerToPageMessage =
  /** Asks the page to open a URL. The page answers through the message port: true when it opens or shows the URL. */
  | { type: 'open'; url: string }
  /** Tells the page that the push service has ended the subscription. The page then registers again. */
  | { type: 'subscription changed' }
