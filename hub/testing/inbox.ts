/** Collects received items and lets tests wait for them. */
export class Inbox<T = Uint8Array> {
  readonly received: T[] = []
  #wake = () => {}

  readonly receive = (item: T): void => {
    this.received.push(item)
    this.#wake()
  }

  /** Resolves with all items when there are at least `count`. */
  async atLeast(count: number): Promise<T[]> {
    while (this.received.length < count) {
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    return this.received
  }
}
