/** Messages from the service worker to an open page. */
export type ServiceWorkerMessage =
  /** Asks the page to open an address. The page answers through the message port whether it opens the address. */
  | { type: 'open'; url: string }
  /** The push service has ended the subscription, and the page registers again. */
  | { type: 'subscription changed' }
