/** What a request for a page's comments was answered with. */
export interface CachedAnswer {
  /** The page's version that it was made at, or before. */
  version: number
  body: { bytes: Buffer }
}

/** The answers that were asked for last, so many bytes of them. */
export class AnswerCache<Answer extends CachedAnswer> {
  readonly #answers = new Map<string, Answer>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The answer with this key, unless the page has changed since. */
  find(key: string, version: number): Answer | undefined {
    const answer = this.#answers.get(key)
    if (answer?.version !== version) return undefined
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    return answer
  }

  keep(key: string, answer: Answer): void {
    this.#forget(key)
    this.#answers.set(key, answer)
    this.#bytes += answer.body.bytes.length
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#answers.get(key)?.body.bytes.length ?? 0
    this.#answers.delete(key)
  }
}
