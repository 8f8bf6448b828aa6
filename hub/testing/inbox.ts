/** Keeps what it receives, for tests to wait for. */
export class Inbox<T = Uint8Array> {
  readonly received: T[] = []
  #wake = () => {}

  readonly receive = (item: T): void => {
    this.received.push(item)
    this.#wake()
  }

  /** Resolves to all that has come when that is at least `count`. */
  async atLeast(count: number): Promise<T[]> {
    while (this.received.length < count) {
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    return this.received
  }
}
