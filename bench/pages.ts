/**
 * `npm run bench:pages [-- --rounds 15]`: the paint times of a first visit to our server, and to nginx with the same
 * HTML without our script. Both send gzip, which every nginx supports, in turns.
 */
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { findNginx, serveWithNginx } from './nginx.ts'
import { readRounds } from './rounds.ts'
import { measuredArticlePath, serveBuiltSite } from './serve.ts'
import { formatSummary, summariseValues } from './statistics.ts'
import { formatVerdict, printTable } from './table.ts'
import { measureVisit, type VisitTimes } from './visit.ts'

const PAINT_RATIO_MAX = 1.1

interface Condition {
  name: string
  /** The factor by which the processor is slowed down. */
  slowdown: number
  blockingGoal: { text: string; isMet: (ms: number) => boolean }
}

const conditions: Condition[] = [
  { name: 'desktop', slowdown: 1, blockingGoal: { text: '0 ms', isMet: (ms) => ms === 0 } },
  { name: 'processor slowed 4×', slowdown: 4, blockingGoal: { text: '< 50 ms', isMet: (ms) => ms < 50 } },
]

/**
 * Measures Home and the article under every condition and prints a table for each.
 * @param rounds visits to each server
 */
export async function comparePages(rounds: number): Promise<void> {
  const nginx = findNginx()
  if (!nginx) {
    console.error('This comparison needs nginx: install it (Debian: apt-get install nginx, macOS: brew install nginx).')
    process.exit(1)
  }
  ensureBuilt()
  await using ours = await serveBuiltSite()
  await using theirs = await serveWithNginx(nginx, ours.origin)
  await using browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  console.log(`Pages: ${rounds} first visits to each side, in turns; both answer gzip. Takes ${duration(rounds)} min.`)
  for (const path of ['/', measuredArticlePath]) {
    for (const condition of conditions) {
      const visits = await compare(browser, [ours.origin + path, theirs.origin + path], condition, rounds)
      report(`${path}, ${condition.name}`, visits, condition)
    }
  }
}

const duration = (rounds: number) => Math.ceil((2 * conditions.length * 2 * (rounds + 1) * 6) / 60)

/** Visits both addresses in turns. The first visit to each warms the browser up and does not count. */
async function compare(
  browser: Browser,
  [ours, theirs]: [string, string],
  { slowdown }: Condition,
  rounds: number,
): Promise<{ ours: VisitTimes[]; theirs: VisitTimes[] }> {
  const visits = { ours: [] as VisitTimes[], theirs: [] as VisitTimes[] }
  for (let round = 0; round <= rounds; round++) {
    const pair = [await measureVisit(browser, ours, slowdown), await measureVisit(browser, theirs, slowdown)] as const
    if (round === 0) continue
    visits.ours.push(pair[0])
    visits.theirs.push(pair[1])
  }
  return visits
}

function report(
  title: string,
  visits: { ours: VisitTimes[]; theirs: VisitTimes[] },
  { blockingGoal }: Condition,
): void {
  const both = (key: keyof VisitTimes) => ({
    ours: summariseValues(visits.ours.map((one) => one[key])),
    theirs: summariseValues(visits.theirs.map((one) => one[key])),
  })
  const paint = (name: string, key: keyof VisitTimes) => {
    const { ours, theirs } = both(key)
    const ratio = ours.median / theirs.median
    const goal = `≤ ${PAINT_RATIO_MAX} ×`
    return [
      name,
      formatSummary(ours),
      formatSummary(theirs),
      ratio.toFixed(2),
      goal,
      formatVerdict(ratio <= PAINT_RATIO_MAX),
    ]
  }
  const { ours, theirs } = both('blocking')
  printTable(
    title,
    ['', 'ours, ms', 'nginx, ms', 'ratio', 'goal', ''],
    [
      paint('first contentful paint', 'firstPaint'),
      paint('largest contentful paint', 'largestPaint'),
      [
        'total blocking time',
        formatSummary(ours),
        formatSummary(theirs),
        '',
        blockingGoal.text,
        formatVerdict(blockingGoal.isMet(ours.median)),
      ],
    ],
  )
}

if (import.meta.main) await comparePages(readRounds(15))
