import type { Backplane } from '../backplanes/backplane.ts'

/** The backplane topics to which this process subscribes while one of its connections needs them. */
export class BackplaneTopicSubscriptions {
  readonly #backplane: Backplane
  readonly #receive: (bytes: Uint8Array) => void
  readonly #unsubscribes = new Map<string, Promise<() => Promise<void>>>()

  constructor(backplane: Backplane, receive: (bytes: Uint8Array) => void) {
    this.#backplane = backplane
    this.#receive = receive
  }

  /**
   * Resolves when messages published to the topic arrive in this process. Rejects when the backplane does; the next
   * call subscribes again.
   */
  async add(topic: string): Promise<void> {
    const unsubscribe = this.#unsubscribes.get(topic) ?? this.#backplane.subscribe(topic, this.#receive)
    this.#unsubscribes.set(topic, unsubscribe)
    try {
      await unsubscribe
    } catch (error) {
      if (this.#unsubscribes.get(topic) === unsubscribe) this.#unsubscribes.delete(topic)
      throw error
    }
  }

  async remove(topic: string): Promise<void> {
    const unsubscribe = this.#unsubscribes.get(topic)
    this.#unsubscribes.delete(topic)
    await (await unsubscribe)?.()
  }
}
