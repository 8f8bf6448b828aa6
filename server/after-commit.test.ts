import type { Backplane } from '@hobohat/hub'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { personSchema } from '#contract/desk.ts'
import { deskKitchenSchema } from '#contract/desk-kitchens.ts'
import { managedKitchenSchema } from '#contract/kitchen.ts'
import { deskCommentSchema } from '#contract/moderation.ts'
import { myAccountSchema } from '#contract/my-account.ts'
import { deskNoticeSchema } from '#contract/notices.ts'
import { orderSchema } from '#contract/ordering.ts'
import type { Database } from './db/database.ts'
import { createOrderSite, type OrderSite } from './testing/orders.ts'

interface Write {
  write: string
  /** The schema that parses the answer. */
  schema: z.ZodType
  /** Prepares the write. @returns a function that performs the write */
  prepare: (site: OrderSite) => Promise<() => Promise<{ status: number; body: unknown }>>
}

const writes: Write[] = [
  {
    write: 'placing an order',
    schema: orderSchema,
    prepare:
      async ({ nora, draft, order }) =>
      () =>
        order(nora, draft()),
  },
  {
    write: 'moving an order',
    schema: orderSchema,
    prepare: async ({ nora, place, move }) => {
      const { orderId } = (await place(nora)).order
      return () => move(orderId, 'accepted')
    },
  },
  {
    write: 'cancelling an order',
    schema: orderSchema,
    prepare: async ({ nora, place, as }) => {
      const { orderId } = (await place(nora)).order
      return () => as(nora, 'POST', `/api/orders/${orderId}/cancel`)
    },
  },
  {
    write: 'granting the Partner role',
    schema: personSchema,
    prepare:
      async ({ ada, nora, as }) =>
      () =>
        as(ada, 'PUT', `/api/desk/people/${nora.id}/roles/Partner`),
  },
  {
    write: 'banning a reader',
    schema: personSchema,
    prepare:
      async ({ ada, nora, as }) =>
      () =>
        as(ada, 'PUT', `/api/desk/people/${nora.id}/ban`, { reason: 'Spam' }),
  },
  {
    write: 'creating a kitchen for another user',
    schema: deskKitchenSchema,
    prepare:
      async ({ ada, as }) =>
      () =>
        as(ada, 'POST', '/api/desk/kitchens', {
          name: 'Second Kitchen',
          slug: 'second-kitchen',
          timezone: 'Europe/London',
          currency: 'GBP',
          owner: 'nora@example.org',
        }),
  },
  {
    write: 'pausing a kitchen',
    schema: managedKitchenSchema,
    prepare:
      async ({ olive, kitchen, as }) =>
      () =>
        as(olive, 'PUT', `/api/kitchen/${kitchen.kitchenId}/pause`, { until: Date.now() + 60_000 }),
  },
  {
    write: 'moderating a comment',
    schema: deskCommentSchema,
    prepare: async ({ ada, as }) => {
      const { id } = (await as(ada, 'POST', '/comments', { pageUrl: 'about', content: 'Good' })).body
      return () => as(ada, 'PUT', `/api/desk/comments/${id}/state`, { state: 'hidden', reportsResolved: true })
    },
  },
  {
    write: 'posting a notice',
    schema: deskNoticeSchema,
    prepare:
      async ({ ada, as }) =>
      () =>
        as(ada, 'POST', '/api/desk/notices', { message: 'Good' }),
  },
  {
    write: 'changing the name of an account',
    schema: myAccountSchema,
    prepare: async ({ nora, as }) => {
      await as(nora, 'POST', '/comments', { pageUrl: 'about', content: 'Good' })
      return () => as(nora, 'PATCH', '/api/account', { name: 'Nora Ward' })
    },
  },
]

/** Creates a backplane that fails for each message, except messages about the number of readers. */
const brokenBackplane = (publish: () => Promise<void>): Backplane => ({
  publish: (topic) => (topic === 'live:readers' ? Promise.resolve() : publish()),
  subscribe: async () => async () => {},
  onChange: () => {},
  close: async () => {},
})
const failures = {
  throws: () => {
    throw new Error('The backplane is broken.')
  },
  rejects: () => Promise.reject(new Error('The backplane is broken.')),
}

test.for(writes)('$write succeeds even if its event cannot be published after the commit', async ({ prepare }) => {
  for (const publish of Object.values(failures)) {
    const site = await createOrderSite({ backplane: brokenBackplane(publish) })
    const report = vi.spyOn(site.app.reports, 'serverError').mockResolvedValue()
    const write = await prepare(site)

    const answer = await write()

    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    await expect.poll(() => report.mock.lastCall).toEqual([new Error('The backplane is broken.'), expect.anything()])
  }
})

test.for(writes)('$write changes no row when the reply cannot be built', async ({ schema, prepare }) => {
  const site = await createOrderSite()
  const report = vi.spyOn(site.app.reports, 'serverError').mockResolvedValue()
  const write = await prepare(site)
  const before = await everyRow(site.db)
  const parse = vi.spyOn(schema, 'parse').mockImplementation(() => {
    throw new Error('The answer cannot be built.')
  })

  const answer = await write()
  parse.mockRestore()

  expect(answer.status).toBe(500)
  expect(report).toHaveBeenCalledOnce()
  expect(await everyRow(site.db)).toEqual(before)
})

/** Returns the rows of every table. */
async function everyRow(db: Database): Promise<Record<string, unknown[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const rows: Record<string, unknown[]> = {}
  for (const name of tables.sort())
    rows[name] = (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)).rows
      .map((row) => JSON.stringify(row))
      .sort()
  return rows
}
