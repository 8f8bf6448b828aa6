import { setImmediate as settle } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Backplane, BackplaneState } from '../backplanes/backplane.ts'
import { memoryBackplane } from '../backplanes/memory.ts'
import { defineHub } from '../define-hub.ts'
import { Random } from '../fuzz/random.ts'
import { HubEndpoint } from '../hub-endpoint.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { SimulatedClient } from '../testing/simulated-client.ts'
import { chooseForSoak, seed } from '../testing/soak.ts'

const HOUR_S = 3_600
const CLIENTS = chooseForSoak(60, 2_000)
const RUN_S = chooseForSoak(1_200, 24 * HOUR_S)
/** The number of random actions in each second. */
const ACTIONS = chooseForSoak(1, 6)
const SPEAK_S = 10
/** The seconds between two cuts of the backplane, and the duration of a cut. */
const [CUT_S, AWAY_S] = [180, 10]
/** The longest absence in seconds. After 10 s, the server drops a client that reads none of its waiting messages. */
const ABSENCE_S = 8
/**
 * If a client stays at least this many seconds after a message, it must have received the message. This also holds for
 * a client that slept.
 */
const GRACE_S = 10
const HEAP_GROWTH_MAX = 10e6

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

interface Said {
  text: string
  host: number
  at: number
  /** Whether the link between the servers was cut when the message was sent. */
  isCut: boolean
}

interface Stay {
  client: SimulatedClient
  host: number
  from: number
  isStateful: boolean
  /** The second in which the client returns from its absence. */
  backAt: number
  comeBack: () => void
}

/** Two servers with a link that can be cut, on one clock. */
function createHubs() {
  const clock = createFakeClock()
  const shared = memoryBackplane()
  const link = { isCut: false }
  const errors: unknown[] = []
  const listeners: ((state: BackplaneState) => void)[] = []
  const definition = defineHub({}).methods({ join: (ctx, group: string) => ctx.groups.add(ctx.connectionId, group) })
  const hubs = [0, 1].map((host) => {
    // While the link is cut, a server still gets its own messages.
    const alone = memoryBackplane()
    const backplane: Backplane = {
      publish: (topic, bytes) => (link.isCut ? alone : shared).publish(topic, bytes),
      async subscribe(topic, receive) {
        const ends = [await alone.subscribe(topic, receive), await shared.subscribe(topic, receive)]
        return async () => {
          for (const end of ends) await end()
        }
      },
      onChange: (listener) => void listeners.push(listener),
      close: () => shared.close(),
    }
    const report = (error: unknown) => void errors.push({ host, error })
    return new HubEndpoint('/hub', definition, { statefulReconnect: true }, { clock, backplane, report })
  })
  const cut = (isCut: boolean) => {
    link.isCut = isCut
    for (const tell of listeners) tell(isCut ? 'disconnected' : 'connected')
  }
  return { clock, hubs, link, cut, errors }
}

it(
  `in ${RUN_S / HOUR_S} simulated hours, ${CLIENTS} clients get each message once while they pause, reconnect, leave or vanish`,
  async () => {
    const { clock, hubs, link, cut, errors } = createHubs()
    const random = new Random(seed)
    const stays: (Stay | null)[] = Array.from({ length: CLIENTS }, () => null)
    const failures: unknown[] = []
    let said: Said[] = []
    const totals = { said: 0, stays: 0, promised: 0, cuts: 0 }
    let second = 0

    /** Checks the messages that a client has received during its stay. */
    function checkStay({ client, host, from }: Stay): void {
      totals.stays++
      const owed = said.filter((one) => one.at > from && one.at < second - GRACE_S && (one.host === host || !one.isCut))
      totals.promised += owed.length
      for (const { text } of owed) if (!client.heard.has(text)) failures.push({ missed: text, host, from, second })
      for (const [text, times] of client.heard) if (times > 1) failures.push({ twice: text, host, from, second })
    }

    function arrive(at: number): void {
      const host = random.below(hubs.length)
      const isStateful = random.chance(0.6)
      const onEnd = () => {
        if (stays[at] !== stay) return
        failures.push({ ended: at, second })
        stays[at] = null
      }
      const client = new SimulatedClient(hubs[host] as HubEndpoint, 'room', { isStateful, onEnd })
      const stay: Stay = { client, host, from: second, isStateful, backAt: 0, comeBack: () => {} }
      stays[at] = stay
    }

    function act(at: number): void {
      const stay = stays[at]
      if (!stay) {
        arrive(at)
        return
      }
      if (second <= stay.backAt) return
      const what = random.below(10)
      if (what < 3) {
        stay.client.sleep()
        beAway(stay, () => stay.client.wake())
      } else if (what < 7 && stay.isStateful) {
        stay.client.loseLine(random.chance(0.5))
        beAway(stay, () => stay.client.reconnect())
      } else if (what < 9) leave(at, stay)
      else {
        // The client vanishes: it neither reads nor writes any more. The server must notice this by itself.
        checkStay(stay)
        stays[at] = null
        stay.client.sleep()
      }
    }

    function beAway(stay: Stay, comeBack: () => void): void {
      stay.backAt = second + 1 + random.below(ABSENCE_S)
      stay.comeBack = comeBack
    }

    function leave(at: number, stay: Stay): void {
      checkStay(stay)
      stays[at] = null
      if (stay.backAt > second) stay.comeBack()
      stay.client.leave()
    }

    async function pass(): Promise<void> {
      clock.advance(1_000)
      for (const hub of hubs) hub.heartbeat()
      const now = clock.now()
      for (const stay of stays) {
        if (!stay) continue
        if (stay.backAt === second) stay.comeBack()
        stay.client.tick(now)
      }
      await settle()
    }

    async function runUntil(end: number): Promise<void> {
      for (; second < end; second++) {
        for (let count = 0; count < ACTIONS; count++) act(random.below(CLIENTS))
        if (second % CUT_S === CUT_S - AWAY_S) cut(true)
        else if (second % CUT_S === 0 && link.isCut) {
          cut(false)
          totals.cuts++
        }
        if (second % SPEAK_S === 5) {
          const host = random.below(hubs.length)
          const text = String(totals.said++)
          said.push({ text, host, at: second, isCut: link.isCut })
          await hubs[host]?.context.clients.group('room').send('heard', text)
        }
        await pass()
      }
    }

    /**
     * Disconnects all clients, and waits until the servers have noticed the vanished clients. Returns the size of the
     * heap.
     */
    async function emptyHubs(): Promise<number> {
      for (const [at, stay] of stays.entries()) if (stay) leave(at, stay)
      for (let more = 0; more < 60; more++, second++) await pass()
      expect(hubs.map((hub) => hub.metrics().connections)).toMatchObject(
        hubs.map(() => ({ waiting: 0, open: { WebSockets: 0, ServerSentEvents: 0, LongPolling: 0 } })),
      )
      said = []
      collectGarbage()
      return process.memoryUsage().heapUsed
    }

    // The first clients fill caches that all later clients share. So the heap is measured after them.
    await runUntil(RUN_S / 12)
    const before = await emptyHubs()
    await runUntil(RUN_S)
    const growth = (await emptyHubs()) - before
    if (RUN_S > HOUR_S) console.log({ ...totals, growth })
    expect(failures).toEqual([])
    expect(errors).toEqual([])
    expect(totals.promised).toBeGreaterThan(1_000)
    expect(growth).toBeLessThan(HEAP_GROWTH_MAX)
  },
  chooseForSoak(60_000, 4 * HOUR_S * 1_000),
)
