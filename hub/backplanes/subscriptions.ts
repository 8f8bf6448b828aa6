/** Takes what was published. What it throws is nobody's here to catch. */
export type Receiver = (bytes: Uint8Array) => void

/** Who in this process hears what. A receiver may be there more than once. */
export class Subscriptions {
  readonly #topics = new Map<string, Set<{ receive: Receiver }>>()

  /** Returns what takes the subscription back and tells whether it was the last to its topic; a second time it does nothing. */
  add(topic: string, receive: Receiver): () => boolean {
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

  /** The topics that somebody here hears. */
  topics(): string[] {
    return [...this.#topics.keys()]
  }

  deliver(topic: string, bytes: Uint8Array): void {
    for (const { receive } of this.#topics.get(topic) ?? []) receive(bytes)
  }

  /** Takes all subscriptions back. */
  clear(): void {
    for (const subscribed of this.#topics.values()) subscribed.clear()
    this.#topics.clear()
  }
}
