/** Something that went wrong. */
export interface Caught {
  /** What was thrown, which can be anything; null where the browser keeps it to itself. */
  error: unknown
  /** By which way it became known. */
  by: 'error' | 'unhandledrejection' | 'caught'
  /** What the browser says of an error that nobody has caught. */
  event?: ErrorEvent
  /** The components around the one that threw, in React's form. */
  components?: string
}

const KEPT_MAX = 20
const kept: Caught[] = []
let hear = (caught: Caught): void => {
  if (kept.length < KEPT_MAX) kept.push(caught)
  wanted()
}
let wanted = (): void => {}

/**
 * Keeps what nobody catches (S8.12) until somebody hears it (hearErrors), the first twenty.
 * @param onError called with each one that is kept
 */
export function keepErrors(onError: () => void): void {
  wanted = onError
  addEventListener('error', (event) => hear({ error: event.error, by: 'error', event }))
  addEventListener('unhandledrejection', ({ reason }) => hear({ error: reason, by: 'unhandledrejection' }))
}

/** Says that something was caught which should not have happened. */
export function reportError(error: unknown, components?: string | null): void {
  hear({ error, by: 'caught', ...(components && { components }) })
}

/** From now on hears of every error, of those that were kept first. */
export function hearErrors(listener: (caught: Caught) => void): void {
  hear = listener
  for (const caught of kept.splice(0)) listener(caught)
}
