/**
 * Carries bytes between the processes of one application. What is published while it is disconnected is lost, and it
 * says so, so that the application can tell its clients to look again.
 */
export interface Backplane {
  /** Hands `bytes` to every process that is subscribed to `topic`, this one included. Resolves whether or not anybody heard; never rejects. */
  publish(topic: string, bytes: Uint8Array): Promise<void>
  /**
   * Hears what is published to `topic` until the returned function is called. Resolves when the subscription is in force,
   * or at once while disconnected: it then comes into force with the connection.
   */
  subscribe(topic: string, receive: (bytes: Uint8Array) => void): Promise<() => Promise<void>>
  /** Calls `listener` with each change of the connection to the other processes. */
  onChange(listener: (state: BackplaneState) => void): void
  /** Lets go of its connections. Nothing is delivered afterwards. */
  close(): Promise<void>
}

export type BackplaneState = 'connected' | 'disconnected'
