import type { BackplaneState } from './backplane.ts'

/** The state of a backplane's connection, with listeners for its changes. The first state is disconnected. */
export class ConnectionState {
  #current: BackplaneState = 'disconnected'
  #listeners: ((state: BackplaneState) => void)[] = []

  onChange(listener: (state: BackplaneState) => void): void {
    this.#listeners.push(listener)
  }

  /** Sets the state and, if it has changed, calls the listeners. */
  set(state: BackplaneState): void {
    if (state === this.#current) return
    this.#current = state
    for (const listener of this.#listeners) listener(state)
  }

  /** Removes all listeners, because the caller that closes a backplane needs no event about it. */
  close(): void {
    this.#listeners = []
  }
}
