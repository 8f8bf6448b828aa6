import type { Backplane } from './backplane.ts'
import { Subscriptions } from './subscriptions.ts'

/**
 * Links the hubs of one process, which all get the same one. What is published has arrived when `publish` returns, and
 * is not copied.
 */
export function memoryBackplane(): Backplane {
  const subscriptions = new Subscriptions()
  return {
    async publish(topic, bytes) {
      subscriptions.deliver(topic, bytes)
    },
    async subscribe(topic, receive) {
      const unsubscribe = subscriptions.add(topic, receive)
      return async () => {
        unsubscribe()
      }
    },
    // It is always connected.
    onChange() {},
    async close() {
      subscriptions.clear()
    },
  }
}
