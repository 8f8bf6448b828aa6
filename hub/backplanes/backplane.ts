/**
 * Carries messages between the processes of one application. Messages that are published while the backplane is
 * disconnected are lost. `onChange` reports this to the application, whose clients can then fetch the lost data.
 */
export interface Backplane {
  /** Names the backplane in the errors that `onError` gets, such as "Redis". */
  readonly name?: string | undefined
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
  /**
   * Calls `listener` whenever the connection to the other processes is lost or restored. A connection that cannot be
   * made at the start counts as lost. Also calls a listener that is added while the backplane is disconnected.
   */
  onChange(listener: BackplaneListener): void
  /** Closes all connections of the backplane. Delivers no messages afterwards. */
  close(): Promise<void>
}

export type BackplaneState = 'connected' | 'disconnected'

/**
 * Receives each change of a backplane. `cause` is the error that ended or prevented the connection, when it is known.
 */
export type BackplaneListener = (state: BackplaneState, cause?: unknown) => void
