/** The events at the server of a test, in order. Tests read them or wait for them. */
export class Journal {
  readonly #entries: { what: string; detail: unknown }[] = []
  #waiting: (() => void)[] = []

  note(what: string, detail?: unknown): void {
    this.#entries.push({ what, detail })
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** Returns the details of all events called `what`. */
  all(what: string): unknown[] {
    return this.#entries.filter((entry) => entry.what === what).map(({ detail }) => detail)
  }

  /** Returns the names of all events in their order. */
  order(): string[] {
    return this.#entries.map(({ what }) => what)
  }

  /** Resolves with the details of all events called `what` when there are at least `count` such events. */
  async seen(what: string, count = 1): Promise<unknown[]> {
    while (this.all(what).length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.all(what)
  }
}
