import type { BackplaneState } from './backplane.ts'

/** Whether a backplane is connected, and who wants to know when that changes. It begins disconnected. */
export class ConnectionState {
  #current: BackplaneState = 'disconnected'
  #listeners: ((state: BackplaneState) => void)[] = []

  onChange(listener: (state: BackplaneState) => void): void {
    this.#listeners.push(listener)
  }

  /** Tells of `state` where it is news. */
  become(state: BackplaneState): void {
    if (state === this.#current) return
    this.#current = state
    for (const listener of this.#listeners) listener(state)
  }

  /** Tells nobody anything any more: who closes a backplane knows that it is disconnected. */
  close(): void {
    this.#listeners = []
  }
}
