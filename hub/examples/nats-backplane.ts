/** An example of a backplane that an application writes itself: over NATS (scaling.md). */
import { createHash } from 'node:crypto'
import type { Backplane, BackplaneState } from '@hobohat/hub'
import type { NatsConnection } from '@nats-io/transport-node'

/** The maximum number of bytes that wait while the server does not answer. Further messages are lost. */
const PENDING_BYTES_MAX = 16 * 1024 * 1024

/**
 * Creates a backplane that links processes through NATS.
 * @param connection a connected client that reconnects by itself (`maxReconnectAttempts: -1`)
 * @param prefix separates the subjects (the topics of NATS) of this application from those of other applications
 */
export function natsBackplane(connection: NatsConnection, prefix: string): Backplane {
  let listeners: ((state: BackplaneState) => void)[] = []
  let isConnected = true
  let pendingBytes = 0
  // A topic may be any text, but a subject of NATS may not. So the subject contains a hash of the topic.
  const subjectOf = (topic: string) => `${prefix}.${createHash('sha256').update(topic).digest('hex')}`
  // Resolves when the server has handled all that was sent, or when the connection is lost.
  const flushed = () => connection.flush().catch(() => {})

  const setConnected = (value: boolean) => {
    if (value === isConnected) return
    isConnected = value
    for (const listener of listeners) listener(value ? 'connected' : 'disconnected')
  }
  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') setConnected(false)
      else if (type === 'reconnect') {
        // The client has sent its subscriptions again. Waits until the server has handled them.
        await flushed()
        setConnected(true)
      }
    }
  }
  void watch()

  return {
    name: 'NATS',
    async publish(topic, bytes) {
      // Drops the message during a disconnect. The client would keep it and send it after the reconnect.
      if (!isConnected || pendingBytes + bytes.length > PENDING_BYTES_MAX) return
      pendingBytes += bytes.length
      try {
        connection.publish(subjectOf(topic), bytes)
        await flushed()
      } catch {
        // The message is larger than the server accepts, and is lost.
      } finally {
        pendingBytes -= bytes.length
      }
    },
    async subscribe(topic, receive) {
      const subscription = connection.subscribe(subjectOf(topic), {
        callback: (error, message) => {
          if (!error) receive(message.data)
        },
      })
      if (isConnected) await flushed()
      return async () => {
        subscription.unsubscribe()
        if (isConnected) await flushed()
      }
    },
    onChange(listener) {
      listeners.push(listener)
      // Calls the listener after `onChange` has returned, because later changes are also reported asynchronously.
      if (!isConnected) queueMicrotask(() => listener('disconnected'))
    },
    async close() {
      listeners = []
      isConnected = false
      await connection.close()
    },
  }
}
