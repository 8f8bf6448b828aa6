import { Agent } from 'node:http'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { createTokenProvider, logInReader, serveWithReaders } from './accounts.ts'
import { compareReadsBySiteSize } from './compare-reads.ts'
import { seedKitchen } from './kitchens-seed.ts'
import { seedOrders } from './orders-seed.ts'
import { createTemporaryFolder } from './processes.ts'
import { createSqliteInserter } from './rows.ts'
import { measureGet } from './timed-get.ts'

const FEW = 1_000
const MANY = 100_000

type OrdersSite = Awaited<ReturnType<typeof serveWithOrders>>

const calls: readonly { name: string; address: (site: OrdersSite) => string; by: 'owner' | 'customer' | 'nobody' }[] = [
  { name: "a customer's orders, first page", address: () => '/api/orders', by: 'customer' },
  { name: 'one order, by its token', address: ({ oneOrder }) => oneOrder, by: 'nobody' },
  { name: "a kitchen's board", address: ({ vId }) => `/api/kitchen/${vId}/board`, by: 'owner' },
  { name: "a kitchen's figures", address: ({ vId }) => `/api/kitchen/${vId}/figures`, by: 'owner' },
  { name: 'a menu, with its full slots', address: ({ slug }) => `/api/kitchens/${slug}`, by: 'nobody' },
  { name: 'the desk: overview', address: () => '/api/desk', by: 'owner' },
  { name: 'the desk: kitchens', address: () => '/api/desk/kitchens', by: 'owner' },
  { name: 'the desk: all orders', address: () => '/api/desk/orders', by: 'owner' },
  { name: 'the desk: done orders', address: () => '/api/desk/orders?filter=done', by: 'owner' },
]

/**
 * Compares the response times of a site with 100,000 orders with those of a site with a thousand orders, and prints
 * tables.
 */
export async function compareOrderReadsByCount(rounds: number): Promise<void> {
  await using few = await serveWithOrders(FEW)
  await using many = await serveWithOrders(MANY)
  await compareReadsBySiteSize<OrdersSite>({
    by: 'orders in the database',
    sites: { 'a thousand': few, '100,000': many },
    reads: calls.map((call) => ({ name: call.name, measure: (site) => measureCall(call, site) })),
    rounds,
    beforeRound: (site) => site.logIn(),
  })
}

function measureCall({ address, by }: (typeof calls)[number], site: OrdersSite): Promise<number> {
  const headers = by === 'nobody' ? {} : { authorization: `Bearer ${site.tokens[by]}` }
  return measureGet(site.origin + address(site), site.agent, headers)
}

/**
 * Serves a site with seeded orders. The result contains the access tokens of a customer, and of a kitchen owner who is
 * also an admin.
 */
async function serveWithOrders(orders: number) {
  const folder = createTemporaryFolder()
  const file = path.join(folder, 'site.sqlite')
  const readers = await serveWithReaders(2, { DATA_DIR: folder, SAMPLES: 'off' })
  const [first = '', second = ''] = readers.emails
  const db = new Sqlite(file)
  db.exec(`insert into user_roles (user_id, role) select id, 'Admin' from users where email = '${first}'`)
  const [owner, customer] = [await logInReader(readers.site, first), await logInReader(readers.site, second)]
  const insert = createSqliteInserter(file)
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
  const [logInOwner, logInCustomer] = [
    createTokenProvider(readers.site, first),
    createTokenProvider(readers.site, second),
  ]
  const tokens = { owner: '', customer: '' }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    origin: readers.site.origin,
    agent,
    vId,
    slug,
    tokens,
    logIn: async () => {
      tokens.owner = await logInOwner()
      tokens.customer = await logInCustomer()
    },
    oneOrder: `/api/orders/${one?.id}?token=${one?.tracking_token}`,
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await readers[Symbol.asyncDispose]()
    },
  }
}
