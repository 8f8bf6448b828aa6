import type { Backplane } from './backplane.ts'
import { Subscriptions } from './subscriptions.ts'

/**
 * Creates a backplane that links several hub servers of one process. `publish` delivers synchronously and does not copy
 * the bytes.
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
    // A memory backplane is always connected, so there are no changes to report.
    onChange() {},
    async close() {
      subscriptions.clear()
    },
  }
}
