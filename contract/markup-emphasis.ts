import type { WorkCounter } from './markup-work-limit.ts'

type Mark = 'emphasis' | 'strong'

/**
 * A run of `*` or of `_`. The run first closes the marks in `closes`. Then come the remaining characters as text; their
 * number is `left`. Finally, the run opens the marks in `opens`.
 */
export interface DelimiterRun {
  type: 'run'
  char: string
  length: number
  left: number
  canOpen: boolean
  canClose: boolean
  closes: Mark[]
  /** Innermost mark first. */
  opens: Mark[]
}

/**
 * Pairs the runs that open marks with the runs that close these marks (CommonMark 6.2). Remembers failed searches and
 * does not repeat them, so that the work grows linearly with the number of runs.
 */
export function assignEmphasisMarks(runs: readonly DelimiterRun[], work: WorkCounter): void {
  const open: { run: DelimiterRun; order: number }[] = []
  /** For each kind of closing run, an index: no run up to this index opens a mark that a run of this kind closes. */
  const searched = new Map<string, number>()
  for (const [order, run] of runs.entries()) {
    const kind = `${run.char}${run.canOpen}${run.length % 3}`
    while (run.canClose && run.left > 0) {
      let index = open.length - 1
      const isOpener = (opener: DelimiterRun) => opener.char === run.char && !unequal(opener, run)
      for (; index >= 0; index--) {
        const candidate = open[index]
        work.spend(1)
        if (!candidate || candidate.order <= (searched.get(kind) ?? -1)) index = -1
        else if (isOpener(candidate.run)) break
      }
      const opener = open[index]?.run
      if (!opener) {
        searched.set(kind, order - 1)
        break
      }
      const size = opener.left >= 2 && run.left >= 2 ? 2 : 1
      const mark = size === 2 ? 'strong' : 'emphasis'
      opener.opens.push(mark)
      run.closes.push(mark)
      opener.left -= size
      run.left -= size
      open.length = opener.left > 0 ? index + 1 : index
      work.spend(1)
    }
    if (run.canOpen && run.left > 0) open.push({ run, order })
  }
}

/** Returns whether rules 9 and 10 of CommonMark 6.2, about the lengths of the two runs, forbid pairing them. */
const unequal = (opener: DelimiterRun, closer: DelimiterRun) =>
  (opener.canClose || closer.canOpen) &&
  (opener.length + closer.length) % 3 === 0 &&
  (opener.length % 3 !== 0 || closer.length % 3 !== 0)
