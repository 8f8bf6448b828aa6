import type { Backplane } from '../backplanes/backplane.ts'

/** The topics this process listens to; each is subscribed while somebody here needs it. */
export class Topics {
  readonly #backplane: Backplane
  readonly #receive: (bytes: Uint8Array) => void
  readonly #subscriptions = new Map<string, Promise<() => Promise<void>>>()

  constructor(backplane: Backplane, receive: (bytes: Uint8Array) => void) {
    this.#backplane = backplane
    this.#receive = receive
  }

  /** Resolves when what is published to the topic arrives here. */
  async add(topic: string): Promise<void> {
    let subscription = this.#subscriptions.get(topic)
    if (!subscription) {
      subscription = this.#backplane.subscribe(topic, this.#receive)
      this.#subscriptions.set(topic, subscription)
    }
    await subscription
  }

  async remove(topic: string): Promise<void> {
    const subscription = this.#subscriptions.get(topic)
    this.#subscriptions.delete(topic)
    await (await subscription)?.()
  }
}
