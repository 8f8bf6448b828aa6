import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { expect, it, onTestFinished } from 'vitest'
import { Random } from '../fuzz/random.ts'
import { openCuttableLink } from '../testing/cuttable-link.ts'
import { startRedis } from '../testing/redis-server.ts'
import { type MembershipPeriod, RoamingClient } from '../testing/roaming-client.ts'
import { chooseForSoak, seed } from '../testing/soak.ts'

const PEOPLE = chooseForSoak(40, 2_000)
const RUN_MS = chooseForSoak(6_000, 60 * 60_000)
/** The time between two actions, each by a random client. */
const ACT_MS = chooseForSoak(20, 4)
const SPEAK_MS = chooseForSoak(100, 500)
/** The time between two cuts of the backplane (CUT_MS), and the duration of a cut (AWAY_MS). */
const CUT_MS = chooseForSoak(1_500, 180_000)
const AWAY_MS = chooseForSoak(1_000, 10_000)
/**
 * If a client stays at least this long after a message was sent, it must have received the message. This also holds for
 * a client that slept.
 */
const GRACE_MS = chooseForSoak(2_500, 8_000)
const SLEEP_MS = chooseForSoak(1_000, 5_000)
/** How long the servers take to subscribe again after the link has been restored. */
const LINK_MS = 2_000
const HEAP_GROWTH_MAX = chooseForSoak(8e6, 10e6)

interface Said {
  text: string
  host: number
  from: number
  to: number
}

it(
  `${PEOPLE} clients of two servers get each message once while they pause, change their network, leave or vanish, and the link is cut`,
  async () => {
    const redis = await startRedis()
    const link = await openCuttableLink(redis.url)
    const hosts = await Promise.all([startHost(link.url), startHost(link.url)])
    onTestFinished(async () => {
      for (const { child } of hosts) child.kill()
      await link.close()
      await redis.stop()
    })
    const random = new Random(seed)
    const urls = hosts.map(({ port }) => `http://127.0.0.1:${port}/hub`)
    const people = Array.from({ length: PEOPLE }, () => new RoamingClient(urls, SLEEP_MS))
    const speakers = await Promise.all(urls.map(speak))
    // The first clients fill caches that all later clients share. So the memory is measured after them.
    await Promise.all(people.slice(0, 20).map((person) => person.act(random)))
    await Promise.all(people.map((person) => person.leave()))
    const before = await Promise.all(hosts.map(measure))

    const said: Said[] = []
    const cuts: { from: number; to: number }[] = []
    let isOver = false
    const repeat = async (pauseMs: number, work: () => Promise<void>) => {
      while (!isOver) {
        await wait(pauseMs)
        if (!isOver) await work()
      }
    }
    const acting: Promise<void>[] = []
    const running = [
      repeat(ACT_MS, async () => {
        const person = people[random.below(people.length)]
        if (person) acting.push(person.act(random))
      }),
      repeat(SPEAK_MS, async () => {
        const host = random.below(speakers.length)
        const text = String(said.length)
        const from = Date.now()
        await speakers[host]?.invoke('tellGroup', text, 'room', [])
        said.push({ text, host, from, to: Date.now() })
      }),
      repeat(CUT_MS, async () => {
        const connected = hosts.map(({ states }) => states.length)
        const from = Date.now()
        link.cut()
        await wait(AWAY_MS)
        link.mend()
        // Waits until both servers have reported that the link is lost and that it is restored.
        while (hosts.some(({ states }, at) => states.length < (connected[at] ?? 0) + 2)) await wait(50)
        cuts.push({ from, to: Date.now() + LINK_MS })
      }),
    ]
    await wait(RUN_MS)
    isOver = true
    await Promise.all([...running, ...acting])
    await wait(GRACE_MS)
    await Promise.all(people.map((person) => person.leave()))

    const stays = people.flatMap((person) => person.stays)
    const owed = (stay: MembershipPeriod, { host, from, to }: Said) =>
      from > stay.from &&
      to < stay.to - GRACE_MS &&
      (host === stay.host || !cuts.some((cut) => cut.from < to && from < cut.to))
    const missed = stays.flatMap((stay) => said.filter((one) => owed(stay, one) && !stay.heard.has(one.text)))
    const twice = stays.flatMap(({ heard }) => [...heard].filter(([, times]) => times > 1))
    const promised = stays.reduce((sum, stay) => sum + said.filter((one) => owed(stay, one)).length, 0)
    const lost = people.flatMap((person) => person.lost)
    // Returns the largest increase of open files among the servers. The connections of vanished clients close only
    // after timeouts.
    const filesMore = async () =>
      Math.max(...(await Promise.all(hosts.map(measure))).map(({ files }, at) => files - (before[at]?.files ?? 0)))
    await expect.poll(filesMore, { timeout: 60_000, interval: 200 }).toBeLessThanOrEqual(0)
    const after = await Promise.all(hosts.map(measure))
    const growth = after.map(({ heap }, at) => heap - (before[at]?.heap ?? 0))
    if (RUN_MS > 60_000)
      console.log({ said: said.length, stays: stays.length, promised, cuts: cuts.length, lost, growth })
    expect({ missed, twice, lost }).toEqual({ missed: [], twice: [], lost: [] })
    expect(promised).toBeGreaterThan(50)
    expect(Math.max(...growth)).toBeLessThan(HEAP_GROWTH_MAX)
  },
  RUN_MS + 240_000,
)

interface Host {
  child: ChildProcess
  port: number
  /** The states that the backplane of this process has reported so far. */
  states: string[]
}

async function startHost(redis: string): Promise<Host> {
  const file = fileURLToPath(new URL('../testing/backplane-host.ts', import.meta.url))
  const child = fork(file, ['redis', redis], { execArgv: ['--expose-gc'] })
  const states: string[] = []
  const port = await new Promise<number>((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'number') resolve(message)
      else if (typeof message === 'string') states.push(message)
    })
  })
  return { child, port, states }
}

async function speak(url: string) {
  const connection = new HubConnectionBuilder().withUrl(url).configureLogging(LogLevel.None).build()
  await connection.start()
  onTestFinished(() => connection.stop())
  return connection
}

/** Returns the heap after a collection, in bytes, and the number of open files. */
async function measure({ child }: Host): Promise<{ heap: number; files: number }> {
  child.send('measure')
  for (;;) {
    const [message] = await once(child, 'message')
    if (typeof message === 'object') return { heap: message.heap, files: readdirSync(`/proc/${child.pid}/fd`).length }
  }
}
