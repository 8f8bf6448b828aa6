/**
 * `npm run bench:logins [-- --rounds 5]`: compares the response times of pages on a quiet site and during 200
 * simultaneous logins. Also measures whether response times reveal that an email address is registered.
 */
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { PASSWORD, postFromNewIpAddress, type SiteWithSignedUpReaders, serveWithReaders } from './accounts.ts'
import type { ServerProcess } from './processes.ts'
import { readRounds } from './rounds.ts'
import { measuredArticle } from './serve.ts'
import { calculatePercentile, formatSummary, summariseValues } from './statistics.ts'
import { printTable } from './table.ts'
import { measureGet } from './timed-get.ts'

const LOGINS = 200
const READERS = 20
const QUIET_MS = 4_000
const TRIES_EACH = 4

/** Measures and prints both tables. @param rounds how often all readers log in at the same time */
export async function measureReadsDuringLogins(rounds: number): Promise<void> {
  ensureBuilt()
  console.log(`Logins: ${rounds} storms of ${LOGINS} logins at once, each after ${QUIET_MS / 1000} s of quiet reading.`)
  await using readers = await serveWithReaders(READERS)
  const quiet: number[] = []
  const storm: number[] = []
  const storms: number[] = []
  for (let round = 0; round < rounds; round++) {
    quiet.push(calculatePercentile(await readUntil(readers.site, wait(QUIET_MS)), 95))
    const start = performance.now()
    storm.push(calculatePercentile(await readUntil(readers.site, logInAll(readers)), 95))
    storms.push(performance.now() - start)
  }
  const [calm, busy] = [summariseValues(quiet), summariseValues(storm)]
  printTable(
    `${measuredArticle.path}, one reader after another`,
    ['', 'quiet', `${LOGINS} logins at once`, 'ratio'],
    [
      [
        '95 % of answers within, ms',
        formatSummary(calm, 2),
        formatSummary(busy, 2),
        (busy.median / calm.median).toFixed(2),
      ],
    ],
  )
  console.log(`All ${LOGINS} were logged in after ${formatSummary(summariseValues(storms))} ms.`)
  await compareTimes(readers)
}

/** Logs all readers in at the same time, each from a different IP address. @throws when a login fails */
async function logInAll({ site, emails }: SiteWithSignedUpReaders): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: LOGINS }, (_, i) =>
      postFromNewIpAddress(site, '/auth/manual-login', { email: emails[i % emails.length], password: PASSWORD }),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  if (refused.length > 0) throw new Error(`${refused.length} logins were answered ${refused[0]?.status}.`)
}

/** Fetches an article repeatedly until a promise settles. @returns the response times in milliseconds */
async function readUntil(site: ServerProcess, over: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let reading = true
  over.finally(() => {
    reading = false
  })
  while (reading) {
    times.push(await measureGet(site.origin + measuredArticle.path, agent, { 'accept-encoding': 'br' }))
    // Pauses between two pages, so that the load is that of a single reader.
    await wait(5)
  }
  agent.destroy()
  await over
  return times
}

/** Makes each call in turns with registered and unknown email addresses, and compares the response times. */
async function compareTimes({ site, emails }: SiteWithSignedUpReaders): Promise<void> {
  const verificationUrl = `${site.origin}/verify-email`
  const calls: Record<string, (email: string) => object> = {
    '/auth/manual-login': (email) => ({ email, password: 'not the password' }),
    '/auth/signup': (email) => ({ name: 'Reader', email, password: PASSWORD, verificationUrl }),
    '/auth/forgot-password': (email) => ({ email }),
  }
  const rows: string[][] = []
  for (const [path, body] of Object.entries(calls)) {
    const [known, unknown]: number[][] = [[], []]
    for (let i = 0; i < emails.length * TRIES_EACH; i++) {
      const email = emails[i % emails.length] ?? ''
      // Alternates the order of the two calls. After a call, the server may send a mail in the background, which would
      // always slow down the second call.
      const pair = [
        () => postFromNewIpAddress(site, path, body(email)),
        () => postFromNewIpAddress(site, path, body(`nobody-${i}@example.org`)),
      ]
      const order = i % 2 === 0 ? [0, 1] : [1, 0]
      for (const which of order) {
        const answer = await pair[which]?.()
        if (answer && answer.status < 429) (which === 0 ? known : unknown)?.push(answer.ms)
      }
    }
    const [one, other] = [summariseValues(known ?? []), summariseValues(unknown ?? [])]
    rows.push([path, formatSummary(one, 1), formatSummary(other, 1), (one.median / other.median).toFixed(2)])
  }
  printTable('Does the time tell whether an address is known? ms', ['', 'known', 'unknown', 'ratio'], rows)
}

if (import.meta.main) await measureReadsDuringLogins(readRounds(5))
