import type { PreparedBody } from '../http/prepared-body.ts'

/** What a list was answered with, and where the next one begins. */
export interface PreparedList {
  /** The page's version that it was read at, or before. */
  version: number
  body: PreparedBody
  next: string | null
}

/** The lists that were asked for last, so many bytes of them. */
export class ListCache {
  readonly #lists = new Map<string, PreparedList>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The list with this key, unless the page has changed since. */
  find(key: string, version: number): PreparedList | undefined {
    const list = this.#lists.get(key)
    if (list?.version !== version) return undefined
    this.#lists.delete(key)
    this.#lists.set(key, list)
    return list
  }

  keep(key: string, list: PreparedList): void {
    this.#forget(key)
    this.#lists.set(key, list)
    this.#bytes += list.body.bytes.length
    for (const oldest of this.#lists.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#lists.get(key)?.body.bytes.length ?? 0
    this.#lists.delete(key)
  }
}
