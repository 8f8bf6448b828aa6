/** The number of steps allowed for each character. The worst inputs that a fuzzer found need less than half as many. */
const STEPS_PER_CHARACTER = 32
const STEPS_MIN = 1_000

/** Thrown when parsing takes more steps than the length of the text allows. */
export class WorkLimitExceededError extends Error {}

/** Counts the parsing steps of a comment and limits them to a multiple of its length. */
export class WorkCounter {
  steps = 0
  readonly #max: number

  constructor(length: number) {
    this.#max = STEPS_MIN + STEPS_PER_CHARACTER * length
  }

  /** Adds steps to the count. @throws {WorkLimitExceededError} when there are more than the text allows */
  spend(steps: number): void {
    this.steps += steps
    if (this.steps > this.#max) throw new WorkLimitExceededError()
  }
}
