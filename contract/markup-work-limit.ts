/** Steps that one character may take: the worst shapes that a fuzzer found take fewer than half. */
const STEPS_PER_CHARACTER = 32
const STEPS_MIN = 1_000

/** A text takes more steps to read than its length allows. */
export class WorkLimitExceeded extends Error {}

/** Counts the steps of reading a comment, which may not grow faster than the comment. */
export class WorkCounter {
  steps = 0
  readonly #max: number

  constructor(length: number) {
    this.#max = STEPS_MIN + STEPS_PER_CHARACTER * length
  }

  /** @throws {WorkLimitExceeded} */
  spend(steps: number): void {
    this.steps += steps
    if (this.steps > this.#max) throw new WorkLimitExceeded()
  }
}
