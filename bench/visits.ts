/**
 * `npm run bench:visits [-- --rounds 3]`: measures what counting visits costs. In each round, readers open 1,000
 * pages a second for a minute. Each page view requests the article and, with statistics, sends one message about the
 * visit. Prints the processor time that a message adds, and the response times of an article with and without the
 * messages.
 */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { VISITS_PATH } from '../contract/visits.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { readProcessorMs } from './process-use.ts'
import { findFreePort, type ServerProcess } from './processes.ts'
import { readRounds } from './rounds.ts'
import { measuredArticle, serveBuiltSite } from './serve.ts'
import { calculatePercentile, formatSummary, summariseValues } from './statistics.ts'
import { formatVerdict, printTable } from './table.ts'
import { measureGet } from './timed-get.ts'

const PER_SECOND = 1_000
const ROUND_MS = 60_000
const TICK_MS = 10
const READERS = 20_000

const ADDED_MAX_MS = 0.1
const SLOWER_MAX = 1.05

interface Round {
  answers: number
  processorMs: number
  medianMs: number
  p95Ms: number
}

/** Sends page views at a steady rate. @param hasVisits whether each page view also sends the message about its visit */
async function sendViews({ origin, pid }: ServerProcess, hasVisits: boolean): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const pending = new Set<Promise<void>>()
  const times: number[] = []
  let sent = 0
  const before = await readProcessorMs(pid)
  const start = performance.now()
  const track = (answer: Promise<void>) => void pending.add(answer.finally(() => pending.delete(answer)))
  while (performance.now() - start < ROUND_MS) {
    const due = Math.min(((performance.now() - start) * PER_SECOND) / 1000, (ROUND_MS * PER_SECOND) / 1000)
    for (; sent < due; sent++) {
      const page = measureGet(origin + measuredArticle.path, agent, { 'accept-encoding': 'br' })
      track(page.then((ms) => void times.push(ms)))
      if (hasVisits) track(sendVisit(origin, agent, sent))
    }
    await wait(TICK_MS)
  }
  await Promise.all(pending)
  agent.destroy()
  const processorMs = (await readProcessorMs(pid)) - before
  return {
    answers: sent,
    processorMs,
    medianMs: calculatePercentile(times, 50),
    p95Ms: calculatePercentile(times, 95),
  }
}

/** Sends the message about a visit, as one of many readers. @throws when it is not answered with 204 */
function sendVisit(origin: string, agent: Agent, number: number): Promise<void> {
  const reader = number % READERS
  const headers = {
    origin,
    'content-type': 'text/plain;charset=UTF-8',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
    'x-forwarded-for': `10.${reader >> 16}.${(reader >> 8) & 255}.${reader & 255}`,
  }
  const message = { path: measuredArticle.path, isNew: true, seconds: 30, isRead: number % 2 === 0 }
  return new Promise((resolve, reject) => {
    const call = request(origin + VISITS_PATH, { method: 'POST', agent, headers }, (answer) => {
      if (answer.statusCode !== 204) reject(new Error(`A visit is answered with ${answer.statusCode}.`))
      answer.resume().once('end', () => resolve())
    })
    call.on('error', reject).end(JSON.stringify({ ...message, from: '', searches: [], pictures: [] }))
  })
}

/** Measures rounds with and without messages about visits, in turns, and prints the figures. */
async function measureVisits(rounds: number): Promise<void> {
  ensureBuilt()
  const port = await findFreePort()
  const settings = { PORT: String(port), ORIGINS: `http://127.0.0.1:${port}`, TRUST_PROXY: 'true' }
  await using server = await serveBuiltSite(measuredArticle.path, settings)
  const results = { without: [] as Round[], with: [] as Round[] }
  for (let round = 0; round < rounds; round++) {
    results.without.push(await sendViews(server, false))
    results.with.push(await sendViews(server, true))
  }
  const added = results.with.map(({ processorMs, answers }, round) => {
    const without = results.without[round]
    return processorMs / answers - (without ? without.processorMs / without.answers : 0)
  })
  const addedMs = summariseValues(added)
  const ratio = (name: 'medianMs' | 'p95Ms') => {
    const [slow, fast] = [results.with, results.without].map((list) => summariseValues(list.map((one) => one[name])))
    const times = (slow?.median ?? 0) / (fast?.median ?? 1)
    return [
      `${formatSummary(fast ?? addedMs, 2)} → ${formatSummary(slow ?? addedMs, 2)}`,
      `≤ ${SLOWER_MAX} ×`,
      `${times.toFixed(2)} × ${formatVerdict(times <= SLOWER_MAX)}`,
    ]
  }
  printTable(
    `${PER_SECOND} page views a second for ${ROUND_MS / 1000} s, ${rounds} rounds`,
    ['', 'measured', 'goal', ''],
    [
      [
        'processor time a visit adds, ms',
        formatSummary(addedMs, 3),
        `≤ ${ADDED_MAX_MS}`,
        formatVerdict(addedMs.median <= ADDED_MAX_MS),
      ],
      ['median of an article without → with visits, ms', ...ratio('medianMs')],
      ['95th percentile, ms', ...ratio('p95Ms')],
    ],
  )
}

if (import.meta.main) await measureVisits(readRounds(3))
