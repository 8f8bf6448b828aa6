import { setTimeout as wait } from 'node:timers/promises'
import { calculatePercentile, formatSummary, summariseValues } from './statistics.ts'
import { formatMetOrMissed, printTable } from './table.ts'

const CALLS_A_ROUND = 200
const WARM_UP_CALLS = 50
const RATIO_MAX = 1.2
const LET_GO_MS = 500

/** A call whose response times are compared. */
interface ComparedRead<Site> {
  name: string
  /** Makes the call. @returns the time until the answer is complete, in milliseconds */
  measure: (site: Site) => Promise<number>
}

interface ReadComparison<Site> {
  /** The quantity by which the sites differ, such as the number of comments. */
  by: string
  /** The sites by the names of their columns. The first site is the smallest. */
  sites: Readonly<Record<string, Site>>
  reads: readonly ComparedRead<Site>[]
  rounds: number
  /** Called for each site before each round. */
  beforeRound: (site: Site) => Promise<unknown>
}

const percentiles = [
  { percent: 95, title: '95 % of answers within, ms' },
  { percent: 50, title: 'Half of answers within, ms' },
]

/** Compares the response times of sites of different sizes, and prints one table for each percentile. */
export async function compareReadsBySiteSize<Site>({ by, sites, reads, rounds, beforeRound }: ReadComparison<Site>) {
  // While seeding blocked this process, the servers closed its idle connections. The process detects this during the
  // pause.
  await wait(LET_GO_MS)
  console.log(`\nReads by ${by}: ${rounds} rounds of ${CALLS_A_ROUND} calls, one at a time, to each site in turns.`)
  const all = Object.values(sites)
  const rows: string[][][] = percentiles.map(() => [])
  for (const { name, measure } of reads) {
    for (const site of all) await beforeRound(site)
    await measureInTurns(all, measure, WARM_UP_CALLS)
    const series: number[][][] = percentiles.map(() => all.map(() => []))
    for (let round = 0; round < rounds; round++) {
      for (const site of all) await beforeRound(site)
      const times = await measureInTurns(all, measure, CALLS_A_ROUND)
      for (const [i, { percent }] of percentiles.entries())
        for (const [site, one] of times.entries()) series[i]?.[site]?.push(calculatePercentile(one, percent))
    }
    for (const [i, values] of series.entries()) rows[i]?.push([name, ...compareSeries(values)])
  }
  const [first = '', ...larger] = Object.keys(sites)
  const columns = ['', first, ...larger.flatMap((name) => [name, 'ratio']), '']
  for (const [i, { title }] of percentiles.entries())
    printTable(`${title}, by ${by} (goal: ≤ ${RATIO_MAX} ×)`, columns, rows[i] ?? [])
}

/** Returns the cells of a row: the values of each site, the ratios to the first site, and whether the goal is met. */
function compareSeries(series: readonly number[][]): string[] {
  const [base, ...more] = series.map(summariseValues)
  if (!base) return []
  const ratios = more.map(({ median }) => median / base.median)
  const cells = more.flatMap((summary, i) => [formatSummary(summary, 2), ratios[i]?.toFixed(2) ?? ''])
  return [formatSummary(base, 2), ...cells, formatMetOrMissed(ratios.every((ratio) => ratio <= RATIO_MAX))]
}

/**
 * Measures the sites in turns. Each turn starts with another site.
 * @returns the response times of each site, in milliseconds
 */
async function measureInTurns<Site>(
  sites: readonly Site[],
  measure: (site: Site) => Promise<number>,
  count: number,
): Promise<number[][]> {
  const times: number[][] = sites.map(() => [])
  for (let turn = 0; turn < count; turn++) {
    for (let i = 0; i < sites.length; i++) {
      const which = (turn + i) % sites.length
      times[which]?.push(await measure(sites[which] as Site))
    }
  }
  return times
}
