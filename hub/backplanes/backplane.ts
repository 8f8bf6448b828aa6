/**
 * Carries messages between the processes of one application. Messages that are published while the backplane is
 * disconnected are lost. `onChange` reports this to the application, whose clients can then fetch the lost data.
 */
export interface Backplane {
  /**
   * Publishes `bytes` to all subscribers of `topic`, including those of this process. Never rejects, even when
   * publishing fails.
   */
  publish(topic: string, bytes: Uint8Array): Promise<void>
  /**
   * Subscribes to `topic` until the returned function is called. Resolves when the subscription is active. While the
   * backplane is disconnected, it resolves at once, and the subscription becomes active when the backplane connects.
   */
  subscribe(topic: string, receive: (bytes: Uint8Array) => void): Promise<() => Promise<void>>
  /** Calls `listener` whenever the connection to the other processes is lost or restored. */
  onChange(listener: (state: BackplaneState) => void): void
  /** Closes all connections of the backplane. Delivers no messages afterwards. */
  close(): Promise<void>
}

export type BackplaneState = 'connected' | 'disconnected'
