import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { MEASURED_PAGE_KEY, type SeededSite, type SiteSize, serveSeededSite } from './api-sites.ts'
import { calculatePercentile, formatSummary, summariseValues } from './statistics.ts'
import { formatVerdict, printTable } from './table.ts'
import { measureGet } from './timed-get.ts'

const CALLS_A_ROUND = 200
const WARM_UP_CALLS = 50
const RATIO_MAX = 1.2
const LET_GO_MS = 500

const list = `/comments/${MEASURED_PAGE_KEY}`

interface Call {
  name: string
  address: (known: Known) => string
  /** Whether the page changes before each call, so that no cached answer is used. */
  afresh?: boolean
  byAdmin?: boolean
}

const calls: readonly Call[] = [
  { name: 'first fifty', address: () => list },
  { name: 'first fifty, after a change', address: () => list, afresh: true },
  { name: 'second fifty, after a change', address: ({ next }) => next, afresh: true },
  { name: 'a whole thread, after a change', address: ({ thread }) => `${list}?thread=${thread}`, afresh: true },
  { name: 'notices', address: () => '/notifications' },
  { name: 'moderation: waiting', address: () => '/api/desk/comments?filter=waiting', byAdmin: true },
  { name: 'moderation: reported', address: () => '/api/desk/comments?filter=reported', byAdmin: true },
  { name: 'moderation: all', address: () => '/api/desk/comments?filter=all', byAdmin: true },
]

/** The data needed to call a site. */
interface Known {
  next: string
  thread: string
}

interface Measured extends Known {
  site: SeededSite
  agent: Agent
  token: string
}

/** Compares response times of sites with a million comments and with a thousand, and prints a table. */
export async function compareLatencies(thousand: SeededSite, rounds: number): Promise<void> {
  await using spread = await serveSeededSite('a million, 10,000 on the page')
  await using crowded = await serveSeededSite('a million, 900,000 on the page')
  // Seeding blocks this process, so closed connections are noticed only after a pause.
  await wait(LET_GO_MS)
  const sites = await Promise.all([thousand, spread, crowded].map(measured))
  console.log(`\nLatency: ${rounds} rounds of ${CALLS_A_ROUND} calls, one at a time, to each site in turns.`)
  const rows: string[][] = []
  for (const call of calls) {
    const series: number[][] = sites.map(() => [])
    await timesOf(call, sites, WARM_UP_CALLS)
    for (let round = 0; round < rounds; round++) {
      for (const site of sites) site.token = await site.site.logIn()
      const times = await timesOf(call, sites, CALLS_A_ROUND)
      for (const [i, one] of times.entries()) series[i]?.push(calculatePercentile(one, 95))
    }
    const [base, ...more] = series.map(summariseValues)
    if (!base) continue
    const ratios = more.map(({ median }) => median / base.median)
    const cells = more.flatMap((summary, i) => [formatSummary(summary, 2), ratios[i]?.toFixed(2) ?? ''])
    rows.push([call.name, formatSummary(base, 2), ...cells, formatVerdict(ratios.every((ratio) => ratio <= RATIO_MAX))])
  }
  const names: SiteSize[] = ['a thousand', 'a million, 10,000 on the page', 'a million, 900,000 on the page']
  printTable(
    `95 % of answers within, ms, by comments in the database (goal: ≤ ${RATIO_MAX} ×)`,
    ['', names[0] ?? '', names[1] ?? '', 'ratio', names[2] ?? '', 'ratio', ''],
    rows,
  )
  for (const { agent } of sites) agent.destroy()
}

async function measured(site: SeededSite): Promise<Measured> {
  const response = await fetch(site.site.origin + list)
  const [next = ''] = /(?<=<)[^>]+/.exec(response.headers.get('link') ?? '') ?? []
  const [first] = (await response.json()) as { threadId: string }[]
  if (!next || !first) throw new Error(`${list} has no second fifty.`)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return { site, agent, token: await site.logIn(), next, thread: first.threadId }
}

/** Calls the sites in turns. @returns the response times of each site, in milliseconds */
async function timesOf(call: Call, sites: readonly Measured[], count: number): Promise<number[][]> {
  const times: number[][] = sites.map(() => [])
  for (let i = 0; i < count; i++) {
    for (const [which, site] of sites.entries()) {
      if (call.afresh) site.site.touch()
      times[which]?.push(await timeOf(call, site))
    }
  }
  return times
}

function timeOf({ address, byAdmin }: Call, { site, agent, token, next, thread }: Measured): Promise<number> {
  const headers = byAdmin ? { authorization: `Bearer ${token}` } : {}
  return measureGet(site.site.origin + address({ next, thread }), agent, headers)
}
