const PLAIN_LINE_EVERY = 30_000
const TERMINAL_LINE_EVERY = 1_000

interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** Formats a duration as minutes and seconds: `3:07`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Shows the progress of a run. A terminal has one progress line, which is rewritten below all other output. Elsewhere,
 * such as in CI, a line every 30 s shows that the run continues.
 */
export class ProgressLine {
  #done = 0
  #failed = 0
  #total = 0
  #started = 0
  #timer: NodeJS.Timeout | undefined
  readonly #noun: string
  readonly #output: Output

  /** @param noun the plural name of the counted items, such as `tests` */
  constructor(noun: string, output: Output = process.stdout) {
    this.#noun = noun
    this.#output = output
  }

  /** Starts the clock, and on a terminal shows the first progress line. @param total the number of items */
  start(total: number): void {
    this.#total = total
    this.#started = Date.now()
    const every = this.#output.isTTY ? TERMINAL_LINE_EVERY : PLAIN_LINE_EVERY
    this.#timer = setInterval(() => this.#draw(), every)
    this.#timer.unref()
    if (this.#output.isTTY) this.#draw()
  }

  /** Counts a finished item. */
  add(failed: boolean): void {
    this.#done++
    if (failed) this.#failed++
  }

  /** Prints other output above the progress line. */
  print(write: string | (() => void)): void {
    this.#clear()
    if (typeof write === 'string') this.#output.write(`${write}\n`)
    else write()
    if (this.#timer && this.#output.isTTY) this.#draw()
  }

  /** Stops the clock. The last progress line stays visible. */
  end(): void {
    if (!this.#timer) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#draw()
    if (this.#output.isTTY) this.#output.write('\n')
  }

  #clear(): void {
    if (this.#output.isTTY) this.#output.write('\r\u001B[2K')
  }

  #draw(): void {
    const elapsed = formatDuration(Date.now() - this.#started)
    const line = `${this.#done}/${this.#total} ${this.#noun}, ${this.#failed} failed, ${elapsed}`
    this.#clear()
    this.#output.write(this.#output.isTTY ? line : `${line}\n`)
  }
}
