/**
 * Carries messages between the processes of one application. Messages published while it is disconnected are lost. The
 * application learns of that by `onChange`, and can have its clients fetch what they missed.
 */
export interface Backplane {
  /** Publishes `bytes` to all subscribers of `topic`, those of this process included. Never rejects, also when it fails. */
  publish(topic: string, bytes: Uint8Array): Promise<void>
  /**
   * Subscribes to `topic` until the returned function is called. Resolves when the subscription is active. While
   * disconnected it resolves at once, and the subscription becomes active with the connection.
   */
  subscribe(topic: string, receive: (bytes: Uint8Array) => void): Promise<() => Promise<void>>
  /** Calls `listener` whenever the connection to the other processes is lost or restored. */
  onChange(listener: (state: BackplaneState) => void): void
  /** Closes its connections. Nothing is delivered afterwards. */
  close(): Promise<void>
}

export type BackplaneState = 'connected' | 'disconnected'
