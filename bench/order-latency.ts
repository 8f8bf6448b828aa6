import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { logInReader, serveWithReaders } from './accounts.ts'
import { seedKitchen } from './kitchens-seed.ts'
import { seedOrders } from './orders-seed.ts'
import { createTemporaryFolder } from './processes.ts'
import { insertIntoSqlite } from './rows.ts'
import { calculatePercentile, formatSummary, summariseValues } from './statistics.ts'
import { formatVerdict, printTable } from './table.ts'
import { measureGet } from './timed-get.ts'

const FEW = 1_000
const MANY = 100_000
const CALLS_A_ROUND = 200
const WARM_UP_CALLS = 50
const RATIO_MAX = 1.2
const LET_GO_MS = 500

type OrdersSite = Awaited<ReturnType<typeof serveWithOrders>>

const calls: readonly { name: string; address: (site: OrdersSite) => string; by: 'owner' | 'customer' | 'nobody' }[] = [
  { name: "a customer's orders, first page", address: () => '/api/orders', by: 'customer' },
  { name: 'one order, by its token', address: ({ oneOrder }) => oneOrder, by: 'nobody' },
  { name: "a kitchen's board", address: ({ vId }) => `/api/kitchen/${vId}/board`, by: 'owner' },
  { name: "a kitchen's figures", address: ({ vId }) => `/api/kitchen/${vId}/figures`, by: 'owner' },
  { name: 'a menu, with its full slots', address: ({ slug }) => `/api/kitchens/${slug}`, by: 'nobody' },
  { name: 'the desk: all orders', address: () => '/api/desk/orders', by: 'owner' },
]

/** Compares response times of sites with 100,000 orders and with a thousand, and prints a table. */
export async function compareOrderLatencies(rounds: number): Promise<void> {
  await using few = await serveWithOrders(FEW)
  await using many = await serveWithOrders(MANY)
  // Seeding blocks this process, so closed connections are noticed only after a pause.
  await wait(LET_GO_MS)
  console.log(`\nOrders: ${rounds} rounds of ${CALLS_A_ROUND} calls, one at a time, to each site in turns.`)
  const rows: string[][] = []
  for (const call of calls) {
    const series: number[][] = [[], []]
    await timesOf(call, [few, many], WARM_UP_CALLS)
    for (let round = 0; round < rounds; round++) {
      const times = await timesOf(call, [few, many], CALLS_A_ROUND)
      for (const [i, one] of times.entries()) series[i]?.push(calculatePercentile(one, 95))
    }
    const [base, more] = series.map(summariseValues)
    if (!base || !more) continue
    const ratio = more.median / base.median
    rows.push([
      call.name,
      formatSummary(base, 2),
      formatSummary(more, 2),
      ratio.toFixed(2),
      formatVerdict(ratio <= RATIO_MAX),
    ])
  }
  const columns = ['', 'a thousand', '100,000', 'ratio', '']
  printTable(`95 % of answers within, ms, by orders in the database (goal: ≤ ${RATIO_MAX} ×)`, columns, rows)
}

async function timesOf(call: (typeof calls)[number], sites: readonly OrdersSite[], count: number): Promise<number[][]> {
  const times: number[][] = sites.map(() => [])
  for (let i = 0; i < count; i++) {
    for (const [which, site] of sites.entries()) {
      const headers = call.by === 'nobody' ? {} : { authorization: `Bearer ${site[call.by]}` }
      times[which]?.push(await measureGet(site.origin + call.address(site), site.agent, headers))
    }
  }
  return times
}

/** A site with seeded orders, with the tokens of a kitchen's owner, who is also an admin, and of a customer. */
async function serveWithOrders(orders: number) {
  const folder = createTemporaryFolder()
  const file = path.join(folder, 'site.sqlite')
  const readers = await serveWithReaders(2, { DATA_DIR: folder, SAMPLES: 'off' })
  const [first = '', second = ''] = readers.emails
  const db = new Sqlite(file)
  db.exec(`insert into user_roles (user_id, role) select id, 'Admin' from users where email = '${first}'`)
  const [owner, customer] = [await logInReader(readers.site, first), await logInReader(readers.site, second)]
  const insert = insertIntoSqlite(file)
  const wishes = { owner: owner.id, portions: 100, ordersPerSlot: 5 }
  const { vId, slug } = await seedKitchen(insert, 'measured', wishes)
  const { vId: otherKitchen } = await seedKitchen(insert, 'other', wishes)
  const start = performance.now()
  await seedOrders(insert, { orders, kitchen: vId, otherKitchen, customer: customer.id }, Date.now())
  console.log(`Seeded ${orders} orders in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  const one = db
    .prepare<[string], { id: string; tracking_token: string }>(
      'select id, tracking_token from orders where vendor_id = ? order by id limit 1',
    )
    .get(vId)
  db.close()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    origin: readers.site.origin,
    agent,
    vId,
    slug,
    owner: owner.token,
    customer: customer.token,
    oneOrder: `/api/orders/${one?.id}?token=${one?.tracking_token}`,
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await readers[Symbol.asyncDispose]()
    },
  }
}
