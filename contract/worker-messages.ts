/** Messages from the service worker to an open page. */
export type ServiceWorkerMessage =
  /** Asks the page to open an address; the page answers through the port whether it does. */
  | { type: 'open'; url: string }
  /** The push service has taken the subscription back: the page registers anew. */
  | { type: 'subscription changed' }
