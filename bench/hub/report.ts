import { formatSummary, type Summary, summariseValues } from '../statistics.ts'
import { formatMetOrMissed, printTable } from '../table.ts'
import { type ServerKind, serverKinds } from './kinds.ts'

/** The measured values of one quantity. Each row has one value for each server and round. */
export class SamplesByServer {
  readonly #rows = new Map<string, Record<ServerKind, number[]>>()

  add(row: string, kind: ServerKind, value: number): void {
    const values = this.#rows.get(row) ?? { ours: [], 'raw ws': [], 'Socket.IO': [] }
    values[kind].push(value)
    this.#rows.set(row, values)
  }

  get rows(): string[] {
    return [...this.#rows.keys()]
  }

  /** Returns the values of a server in one row, by round. */
  of(row: string, kind: ServerKind): readonly number[] {
    return this.#rows.get(row)?.[kind] ?? []
  }

  /** Returns the values of a server in all rows. */
  all(kind: ServerKind): number[] {
    return this.rows.flatMap((row) => this.of(row, kind))
  }
}

interface TableOptions {
  title: string
  samples: SamplesByServer
  /** Whether lower or higher values are better. */
  better: 'lower' | 'higher'
  digits: number
  /**
   * The goal of our hub, in addition to being better than Socket.IO: a maximum, or a maximum multiple of the value of
   * raw ws.
   */
  goal?: { atMost: number } | { timesRawWs: number }
  /** The rows to which no goal applies. */
  without?: readonly string[]
}

/** Prints the medians and ranges of the three servers side by side, and whether our hub meets its goals. */
export function printComparison({ title, samples, better, digits, goal, without = [] }: TableOptions): void {
  const rows = samples.rows.map((row) => {
    const [ours, raw, other]: [Summary, Summary, Summary] = [
      summariseValues(samples.of(row, 'ours')),
      summariseValues(samples.of(row, 'raw ws')),
      summariseValues(samples.of(row, 'Socket.IO')),
    ]
    const [toRaw, toOther] = [ours.median / raw.median, ours.median / other.median]
    const goalCells =
      goal === undefined || without.includes(row)
        ? ['', '']
        : 'atMost' in goal
          ? [`≤ ${goal.atMost}`, formatMetOrMissed(ours.median <= goal.atMost)]
          : [`≤ ${goal.timesRawWs.toFixed(2)} × raw`, formatMetOrMissed(toRaw <= goal.timesRawWs)]
    return [
      row,
      ...[ours, raw, other].map((summary) => formatSummary(summary, digits)),
      toRaw.toFixed(2),
      ...goalCells,
      toOther.toFixed(2),
      formatMetOrMissed(better === 'lower' ? toOther < 1 : toOther > 1),
    ]
  })
  printTable(title, ['', ...serverKinds, '÷ raw', 'goal', '', '÷ S.IO', better === 'lower' ? '< 1' : '> 1'], rows)
}
