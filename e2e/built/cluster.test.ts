import { setTimeout as wait } from 'node:timers/promises'
import { HttpTransportType } from '@microsoft/signalr'
import { expect, test } from 'vitest'
import { chooseByRun } from '#contract/testing/soak-run.ts'
import { createKitchen } from '../../server/testing/kitchens.ts'
import { addPerson, createSessionTokens } from '../../server/testing/people.ts'
import { LivePageClient } from '../cluster/listener.ts'
import { LoadGenerator, sendCall } from '../cluster/load.ts'
import { type OwnCluster, startOwnCluster } from '../cluster/own-cluster.ts'

const SECOND_MS = 1_000
const TEST_MS = chooseByRun(240 * SECOND_MS, 0)
const PAGE = 'ueber-mich'
/** The number of writers. Each writer has its own account and IP address, so that rate limits do not slow the load. */
const WRITERS = chooseByRun(40, 400)
const RATE = chooseByRun(40, 200)
const RUN_MS = chooseByRun(0, 20 * 60 * SECOND_MS)
/** How long a process or Postgres is unavailable in each fault, in milliseconds. */
const AWAY_MS = chooseByRun(2, 30) * SECOND_MS
const REDIS_AWAY_MS = chooseByRun(2, 60) * SECOND_MS
/** How far a clock jumps, in seconds. After a longer jump, the access tokens of the writers would be expired. */
const JUMP_S = 9 * 60
/** How long a writer uses an access token, in milliseconds. A token is valid for 15 minutes. */
const TOKEN_MS = 4 * 60 * SECOND_MS
/** The pause between two faults, in milliseconds. */
const CALM_MS = chooseByRun(1, 15) * SECOND_MS

const addressOf = (at: number) => `127.0.${1 + Math.floor(at / 250)}.${1 + (at % 250)}`

/** Opens the page in four simulated browsers, which together use all three transports. */
async function startListeners(origin: string): Promise<LivePageClient[]> {
  const { WebSockets, ServerSentEvents, LongPolling } = HttpTransportType
  const listeners = [WebSockets, WebSockets, ServerSentEvents, LongPolling].map(
    (transport) => new LivePageClient(origin, PAGE, transport),
  )
  await Promise.all(listeners.map((listener) => listener.start()))
  return listeners
}

/** Starts readers, writers and listeners on a cluster. */
async function startMixedLoad({ cluster, db }: OwnCluster) {
  const { origin } = cluster
  const kitchen = await createKitchen({ db }, { portions: null })
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, async (_, at) => {
      // Comments of admins never wait for approval.
      const { id, token } = await addPerson(db, { origin, roles: ['Admin'] })
      return { id, token, since: Date.now(), from: addressOf(at) }
    }),
  )
  let turn = 0
  const nextWriter = async () => {
    const writer = writers[turn++ % WRITERS] as (typeof writers)[number]
    if (Date.now() - writer.since > TOKEN_MS) {
      Object.assign(writer, { token: (await createSessionTokens(db, writer.id, { origin })).token, since: Date.now() })
    }
    const { token, from } = writer
    return { token, from }
  }
  const listeners = await startListeners(origin)
  const load = new LoadGenerator()
  const [comments, orders] = [new Map<string, string>(), new Map<string, string>()]
  for (const path of ['/', '/ueber-mich', '/order']) load.read('pages', 40, () => sendCall(origin, path))
  load.read('lists', 100, () => sendCall(origin, `/comments/${PAGE}`))
  load.read('menus', 100, () => sendCall(origin, `/api/kitchens/${kitchen.slug}`))
  for (let at = 0; at < 2; at++) {
    load.write(
      'comments',
      600,
      async (key) => {
        const body = { pageUrl: PAGE, content: `Written as ${key}`, key }
        return sendCall(origin, '/comments', { method: 'POST', body, ...(await nextWriter()) })
      },
      (key, { body }) => comments.set(key, JSON.parse(body).id),
    )
    load.write(
      'orders',
      600,
      async (key) => {
        const order = {
          key,
          vId: kitchen.kitchenId,
          service: 'pickup',
          slotAt: null,
          address: null,
          lines: [{ itemId: kitchen.lemonade.itemId, quantity: 1, options: [], dietaryRequirements: [] }],
          total: 160,
          payment: 'cash',
        }
        return sendCall(origin, '/api/orders', { method: 'POST', body: order, ...(await nextWriter()) })
      },
      (key, { body }) => orders.set(key, JSON.parse(body).order.orderId),
    )
  }
  return { load, listeners, comments, orders }
}

type MixedLoad = Awaited<ReturnType<typeof startMixedLoad>>

/** Prints the counts and failures of a long run. */
function print({ counts, failures }: LoadGenerator, listeners: readonly LivePageClient[]): void {
  const gaps = listeners.map(({ reconnects, longestGapMs }) => ({ reconnects, longestGapMs: Math.round(longestGapMs) }))
  console.log(JSON.stringify({ calls: Object.fromEntries(counts), listeners: gaps }, null, 2), failures.join('\n'))
}

/** Checks that every acknowledged write is stored exactly once, and that every listener has seen every comment. */
async function checkResults({ db, cluster }: OwnCluster, { load, listeners, comments, orders }: MixedLoad) {
  await cluster.ready()
  await load.stop()
  const storedComments = await db.selectFrom('comments').select(['id', 'content']).execute()
  const storedOrders = await db.selectFrom('orders').select(['id', 'place_key']).execute()
  const lost = {
    comments: [...comments.values()].filter((id) => !storedComments.some((row) => row.id === id)),
    orders: [...orders.values()].filter((id) => !storedOrders.some((row) => row.id === id)),
  }
  const doubled = {
    comments: storedComments.length - new Set(storedComments.map(({ content }) => content)).size,
    orders: storedOrders.length - new Set(storedOrders.map(({ place_key }) => place_key)).size,
  }
  const ids = [...comments.values()]
  await expect
    .poll(() => listeners.map(({ seen }) => ids.filter((id) => !seen.has(id)).length), { timeout: 60 * SECOND_MS })
    .toEqual(listeners.map(() => 0))
  if (RUN_MS > 0) print(load, listeners)
  await Promise.all(listeners.map((listener) => listener.stop()))
  expect({ lost, doubled }).toEqual({ lost: { comments: [], orders: [] }, doubled: { comments: 0, orders: 0 } })
  expect(comments.size).toBeGreaterThan(0)
  expect(orders.size).toBeGreaterThan(0)
  const pages = load.counts.get('pages') ?? { answered: 0, failed: 1 }
  expect(pages.answered / (pages.answered + pages.failed)).toBeGreaterThanOrEqual(0.999)
}

/** Causes each fault in turn, until the time of the run is over. */
async function causeFaults(site: OwnCluster, faults: (() => Promise<void>)[]): Promise<void> {
  const end = Date.now() + RUN_MS
  do {
    for (const fault of faults) {
      await fault()
      await site.cluster.ready()
      await wait(CALM_MS)
    }
  } while (Date.now() < end)
}

/**
 * Returns two faults for each process. In the first fault, the clock of the process jumps ahead of the real time. In
 * the second, it jumps behind the real time. Each fault ends when the clock jumps to the real time.
 */
const clockJumps = ({ clocks }: OwnCluster) =>
  clocks.flatMap((clock) =>
    [JUMP_S, -JUMP_S].map((aheadS) => async () => {
      clock.set(aheadS)
      await wait(AWAY_MS)
      clock.set(0)
    }),
  )

const fullDisks = ({ disk, postgres }: OwnCluster) =>
  disk
    ? [
        async () => {
          disk.fill()
          await wait(AWAY_MS)
          disk.empty()
          // Postgres ends when it cannot write its log. The test starts it again, as systemd does on a real server.
          await postgres?.restart()
        },
      ]
    : []

test(
  'two processes on Postgres and Redis lose and duplicate nothing when processes, Postgres and Redis fail, a disk is full and clocks jump',
  async () => {
    const site = await startOwnCluster(2, { isBreakable: RUN_MS > 0 })
    const { cluster, postgres, redisLinks } = site
    const mixed = await startMixedLoad(site)
    const [near, far] = redisLinks
    await causeFaults(site, [
      ...[0, 1].map((at) => async () => cluster.kill(at)),
      async () => {
        await postgres?.crash()
        await wait(AWAY_MS)
        await postgres?.restart()
      },
      async () => {
        near?.cut()
        far?.cut()
        await wait(REDIS_AWAY_MS)
        near?.mend()
        far?.mend()
      },
      async () => {
        // The link of one process to Redis is cut, so the two processes get no messages from each other.
        near?.cut()
        await wait(AWAY_MS)
        near?.mend()
      },
      ...fullDisks(site),
      ...clockJumps(site),
      () => cluster.deploy(),
    ])
    await checkResults(site, mixed)
  },
  TEST_MS,
)

test(
  'one process on SQLite loses and duplicates nothing when it is killed and replaced, its disk is full and its clock jumps',
  async () => {
    const site = await startOwnCluster(1, { isBreakable: RUN_MS > 0 })
    const mixed = await startMixedLoad(site)
    await causeFaults(site, [
      async () => site.cluster.kill(0),
      ...fullDisks(site),
      ...clockJumps(site),
      () => site.cluster.deploy(),
    ])
    await checkResults(site, mixed)
  },
  TEST_MS,
)

test(
  `during a rolling deploy under ${RATE} requests a second, no request fails, and open pages reconnect`,
  async () => {
    const { cluster, db } = await startOwnCluster(2)
    const { origin } = cluster
    const kitchen = await createKitchen({ db }, { portions: null })
    const listeners = await startListeners(origin)
    const load = new LoadGenerator()
    const paths = ['/', `/${PAGE}`, `/comments/${PAGE}`, `/order/${kitchen.slug}`, `/api/kitchens/${kitchen.slug}`]
    let turn = 0
    load.readAtRate('reads', RATE, () => sendCall(origin, paths[turn++ % paths.length] ?? '/'))
    for (let deploys = chooseByRun(1, 10); deploys > 0; deploys--) await cluster.deploy()
    await expect
      .poll(() => listeners.every(({ reconnects, isConnected }) => reconnects > 0 && isConnected), {
        timeout: 60 * SECOND_MS,
      })
      .toBe(true)
    await load.stop()
    if (RUN_MS > 0) {
      print(load, listeners)
      expect(Math.max(...listeners.map(({ longestGapMs }) => longestGapMs))).toBeLessThan(2_000)
    }
    expect(load.failures).toEqual([])
    expect(load.counts.get('reads')?.answered).toBeGreaterThan(0)
    await Promise.all(listeners.map((listener) => listener.stop()))
  },
  TEST_MS,
)
