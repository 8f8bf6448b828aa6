import type { Clock } from '../clock.ts'
import type { BackplaneListener, BackplaneState } from './backplane.ts'

/** How long the first attempt to connect may take. If it takes longer, the state becomes disconnected. */
const START_MS = 5_000

/** The state of a backplane's connection, with listeners for its changes. Undefined until the first attempt ends. */
export class ConnectionStateNotifier {
  #current: BackplaneState | undefined
  #cause: unknown
  #listeners: BackplaneListener[] = []
  readonly #cancelTimer: () => void

  constructor(clock: Clock) {
    const late = () => this.set('disconnected', new Error(`There was no connection within ${START_MS} ms.`))
    this.#cancelTimer = clock.after(START_MS, late)
  }

  /**
   * Adds a listener. If the state is already disconnected, calls the listener in a microtask, because the listener has
   * missed this change.
   */
  onChange(listener: BackplaneListener): void {
    this.#listeners.push(listener)
    if (this.#current !== 'disconnected') return
    queueMicrotask(() => {
      if (this.#current === 'disconnected' && this.#listeners.includes(listener)) listener(this.#current, this.#cause)
    })
  }

  /**
   * Sets the state and, if it has changed, calls the listeners.
   * @param cause missing when no error ended the connection
   */
  set(state: BackplaneState, cause?: unknown): void {
    if (state === this.#current) return
    this.#cancelTimer()
    this.#current = state
    this.#cause = state === 'disconnected' ? (cause ?? new Error('The connection ended without an error.')) : undefined
    for (const listener of this.#listeners) listener(state, this.#cause)
  }

  /** Removes all listeners, because the caller that closes a backplane needs no event about it. */
  close(): void {
    this.#cancelTimer()
    this.#listeners = []
  }
}
