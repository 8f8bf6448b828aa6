/** Receives published bytes. Its exceptions are not caught. */
export type BytesReceiver = (bytes: Uint8Array) => void

/** The subscriptions of this process. The same receiver may subscribe more than once. */
export class Subscriptions {
  readonly #topics = new Map<string, Set<{ receive: BytesReceiver }>>()

  /**
   * Adds a subscription.
   * @returns a function that removes the subscription, and returns whether it was the last subscription of its topic
   */
  add(topic: string, receive: BytesReceiver): () => boolean {
    const subscription = { receive }
    const subscribed = this.#topics.get(topic) ?? new Set()
    this.#topics.set(topic, subscribed.add(subscription))
    return () => {
      const isLast = subscribed.delete(subscription) && subscribed.size === 0 && this.#topics.get(topic) === subscribed
      if (isLast) this.#topics.delete(topic)
      return isLast
    }
  }

  has(topic: string): boolean {
    return this.#topics.has(topic)
  }

  /** Returns all topics with subscriptions. */
  topics(): string[] {
    return [...this.#topics.keys()]
  }

  deliver(topic: string, bytes: Uint8Array): void {
    for (const { receive } of this.#topics.get(topic) ?? []) receive(bytes)
  }

  /** Removes all subscriptions. */
  clear(): void {
    for (const subscribed of this.#topics.values()) subscribed.clear()
    this.#topics.clear()
  }
}
