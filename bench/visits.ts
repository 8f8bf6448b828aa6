/**
 * `npm run bench:visits [-- --rounds 3]`: measures what counting visits costs. In each round, readers open 1,000 pages
 * a second for a minute, in three ways: without statistics, with a message about each page, and with a message about
 * every three pages. Prints the processor time that statistics add to a page, and the response times of an article.
 */
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { findFreePort } from '@hobohat/hub/testing'
import { VISITS_PATH } from '../contract/visits.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { readProcessorMs } from './process-use.ts'
import type { ServerProcess } from './processes.ts'
import { readRounds } from './rounds.ts'
import { measuredArticle, serveBuiltSite } from './serve.ts'
import { calculatePercentile, formatSummary, summariseValues } from './statistics.ts'
import { formatMetOrMissed, printTable } from './table.ts'
import { measureGet } from './timed-get.ts'

const PER_SECOND = 1_000
const ROUND_MS = 60_000
const READERS = 20_000
const SOCKETS = 50

const ADDED_MAX_MS = 0.1
const SLOWER_MAX = 1.05

interface Round {
  answers: number
  processorMs: number
  medianMs: number
  p95Ms: number
}

/**
 * Requests pages and sends messages about visits, independently of each other and at random times, as many readers do.
 * Checks the clock without pauses, because pauses would collect requests into bursts.
 * @param pagesPerMessage how many pages a reader opens before a message reports them; 0 for no messages
 */
async function sendViews({ origin, pid }: ServerProcess, pagesPerMessage: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })
  await using messages = await openMessageSockets(origin)
  const pending = new Set<Promise<void>>()
  const times: number[] = []
  const views = createArrivals(PER_SECOND)
  const sendings = createArrivals(pagesPerMessage > 0 ? PER_SECOND / pagesPerMessage : 0)
  const before = await readProcessorMs(pid)
  const start = performance.now()
  const track = (answer: Promise<void>) => void pending.add(answer.finally(() => pending.delete(answer)))
  for (let now = 0; now < ROUND_MS; now = performance.now() - start) {
    while (views.isDue(now)) {
      const page = measureGet(origin + measuredArticle.path, agent, { 'accept-encoding': 'br' })
      track(page.then((ms) => void times.push(ms)))
    }
    while (sendings.isDue(now)) track(messages.send(sendings.count(), pagesPerMessage))
    await nextTurn()
  }
  await Promise.all(pending)
  agent.destroy()
  const processorMs = (await readProcessorMs(pid)) - before
  return {
    answers: views.count(),
    processorMs,
    medianMs: calculatePercentile(times, 50),
    p95Ms: calculatePercentile(times, 95),
  }
}

/**
 * Returns random arrivals (a Poisson process). `isDue` returns whether the next arrival is due. If so, it also counts
 * this arrival and schedules the next one.
 */
function createArrivals(perSecond: number) {
  let count = 0
  const gap = () => (-Math.log(1 - Math.random()) * 1000) / perSecond
  let next = gap()
  return {
    isDue: (now: number): boolean => {
      if (now < next) return false
      next += gap()
      count++
      return true
    },
    count: () => count,
  }
}

/**
 * Opens kept-alive sockets for messages about visits. Uses sockets instead of node:http, because the client of
 * node:http would take processor time from the server.
 */
async function openMessageSockets(origin: string) {
  const { hostname, port, host } = new URL(origin)
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket))
      socket.once('error', reject)
    })
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, open))
  const free = [...sockets]
  const waiting: ((socket: Socket) => void)[] = []
  const release = (socket: Socket) => {
    const next = waiting.shift()
    if (next) next(socket)
    else free.push(socket)
  }
  return {
    /** Sends a message from the IP address of one of many readers. Rejects when the status of the answer is not 204. */
    async send(number: number, pages: number): Promise<void> {
      const socket = free.shift() ?? (await new Promise<Socket>((resolve) => waiting.push(resolve)))
      socket.write(writeMessage(origin, host, number, pages))
      const [answer] = (await once(socket, 'data')) as [Buffer]
      if (!answer.toString('latin1').startsWith('HTTP/1.1 204 ')) throw new Error(`A message got: ${answer}`)
      release(socket)
    },
    [Symbol.asyncDispose]: async () => sockets.forEach((socket) => void socket.destroy()),
  }
}

function writeMessage(origin: string, host: string, number: number, pages: number): string {
  const reader = number % READERS
  const visit = { path: measuredArticle.path, isNew: true, seconds: 30, isRead: number % 2 === 0, from: '' }
  const body = JSON.stringify(Array.from({ length: pages }, () => ({ ...visit, searches: [], pictures: [] })))
  const lines = [
    `POST ${VISITS_PATH} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Content-Type: text/plain;charset=UTF-8',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
    `X-Forwarded-For: 10.${reader >> 16}.${(reader >> 8) & 255}.${reader & 255}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Measures rounds with and without messages about visits, in turns, and prints the figures. */
async function measureVisits(rounds: number): Promise<void> {
  ensureBuilt()
  const port = await findFreePort()
  const settings = { PORT: String(port), ORIGINS: `http://127.0.0.1:${port}`, TRUST_PROXY: 'true' }
  await using server = await serveBuiltSite(measuredArticle.path, settings)
  const results = [0, 1, 3].map((pagesPerMessage) => ({ pagesPerMessage, rounds: [] as Round[] }))
  for (let round = 0; round < rounds; round++)
    for (const result of results) result.rounds.push(await sendViews(server, result.pagesPerMessage))
  const [without, ...others] = results
  const rows = others.flatMap(({ pagesPerMessage, rounds }) => {
    const added = summariseValues(rounds.map((round, at) => costOf(round) - costOf(without?.rounds[at])))
    const slower = (name: 'medianMs' | 'p95Ms') => {
      const [slow, fast] = [rounds, without?.rounds ?? []].map((list) => summariseValues(list.map((one) => one[name])))
      const times = (slow?.median ?? 0) / (fast?.median ?? 1)
      return [
        `${formatSummary(fast ?? added, 2)} → ${formatSummary(slow ?? added, 2)}`,
        `≤ ${SLOWER_MAX} ×`,
        `${times.toFixed(2)} × ${formatMetOrMissed(times <= SLOWER_MAX)}`,
      ]
    }
    const readers = `readers of ${pagesPerMessage === 1 ? 'one page' : `${pagesPerMessage} pages`}`
    return [
      [
        `${readers}: processor time added to a page, ms`,
        formatSummary(added, 3),
        `≤ ${ADDED_MAX_MS}`,
        formatMetOrMissed(added.median <= ADDED_MAX_MS),
      ],
      [`${readers}: median of an article without → with, ms`, ...slower('medianMs')],
      [`${readers}: 95th percentile, ms`, ...slower('p95Ms')],
    ]
  })
  printTable(
    `${PER_SECOND} page views a second for ${ROUND_MS / 1000} s, ${rounds} rounds`,
    ['', 'measured', 'goal', ''],
    rows,
  )
}

/** Returns the processor time of a page in milliseconds. */
const costOf = (round: Round | undefined): number => (round ? round.processorMs / round.answers : Number.NaN)

if (import.meta.main) await measureVisits(readRounds(3))
