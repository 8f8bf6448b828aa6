/** What the service worker says to an open page. */
export type ServiceWorkerMessage =
  /** Asks the page to go somewhere; it answers by the port whether it will. */
  | { type: 'open'; url: string }
  /** The push service has taken the subscription back: the page registers anew. */
  | { type: 'subscription changed' }
