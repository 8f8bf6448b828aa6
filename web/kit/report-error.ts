/** An error of the page that was caught or detected. */
export interface CaughtPageError {
  /** The thrown value, which can be anything; null when the browser hides it. */
  error: unknown
  /** The way in which the error was detected. */
  by: 'error' | 'unhandledrejection' | 'caught'
  /** The browser's event of an uncaught error. */
  event?: ErrorEvent
  /** React's stack of the components around the error. */
  components?: string
}

const QUEUE_MAX = 20
const queue: CaughtPageError[] = []
let onQueued = (): void => {}
let receive = (caught: CaughtPageError): void => {
  if (queue.length < QUEUE_MAX) queue.push(caught)
  onQueued()
}

/**
 * Queues the first twenty uncaught errors (S8.12) until setErrorListener is called.
 * @param onError called after each queued error
 */
export function queueUncaughtErrors(onError: () => void): void {
  onQueued = onError
  addEventListener('error', (event) => receive({ error: event.error, by: 'error', event }))
  addEventListener('unhandledrejection', ({ reason }) => receive({ error: reason, by: 'unhandledrejection' }))
}

/** Reports an unexpected error that was caught. */
export function reportError(error: unknown, components?: string | null): void {
  receive({ error, by: 'caught', ...(components && { components }) })
}

/** Calls the listener with the queued errors, then with each new one. */
export function setErrorListener(listener: (caught: CaughtPageError) => void): void {
  receive = listener
  for (const caught of queue.splice(0)) listener(caught)
}
