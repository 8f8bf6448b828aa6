import { expect, test } from 'vitest'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { createId } from './db/ids.ts'
import { enqueueDueNoticePushes } from './features/notices/push-notices.ts'
import { deliverDue } from './outbox/deliver.ts'
import { createMailOutboxSender } from './outbox/mail-sender.ts'
import { enqueueMail } from './outbox/outbox.ts'
import { createCardOrderInserter } from './testing/card-orders.ts'
import { getDamagedTimestamp } from './testing/damaged-timestamp.ts'
import { createKitchen } from './testing/kitchens.ts'
import { createOrderSite, type OrderSite } from './testing/orders.ts'
import { createRecordingLog } from './testing/outbox.ts'

interface DamagedList {
  list: string
  /** Creates two rows and damages one. @returns the URL of the list, its caller (Ada by default), and both ids */
  damage: (site: OrderSite) => Promise<{ url: string; as?: 'olive' | 'nora'; good: string; bad: string }>
  /** Whether the reply has no field for damaged rows, because S7.09 or S7.12 specifies its shape. */
  isBare?: true
}

async function twoOrders({ db, nora, place }: OrderSite, columns: Record<string, unknown>) {
  const [good, bad] = [(await place(nora)).order.orderId, (await place(nora)).order.orderId]
  await db.updateTable('orders').set(columns).where('id', '=', bad).execute()
  return { good, bad }
}

async function twoDishes({ db, kitchen }: OrderSite) {
  const [good, bad] = [kitchen.fries.itemId, kitchen.lemonade.itemId]
  await db.updateTable('menu_items').set({ price: -1 }).where('id', '=', bad).execute()
  return { good, bad }
}

async function twoNotices({ ada, as, db }: OrderSite) {
  const post = async (message: string): Promise<string> =>
    (await as(ada, 'POST', '/api/desk/notices', { message })).body.id
  const [good, bad] = [await post('Good'), await post('Bad')]
  await db.updateTable('notices').set({ links: '[{' }).where('id', '=', bad).execute()
  return { good, bad }
}

async function twoComments({ ada, as }: OrderSite) {
  const post = async (content: string): Promise<string> =>
    (await as(ada, 'POST', '/comments', { pageUrl: 'about', content })).body.id
  return { good: await post('Good'), bad: await post('Bad') }
}

async function twoErrors({ db }: OrderSite) {
  const add = async (title: string) => {
    const id = createId()
    const seen = { first_seen_at: 1, last_seen_at: 1, first_release: '', last_release: '' }
    await db
      .insertInto('error_groups')
      .values({ id, fingerprint: id, title, place: '', side: 'server', state: 'open', count: 1, ...seen })
      .execute()
    return id
  }
  const [good, bad] = [await add('Good'), await add('Bad')]
  await db
    .updateTable('error_groups')
    .set({ side: 'nowhere' as never })
    .where('id', '=', bad)
    .execute()
  return { good, bad }
}

/** Damages a comment, an error report and a mail of Nora. */
async function damageRowsOfNora({ db, nora, as }: OrderSite): Promise<void> {
  await as(nora, 'POST', '/comments', { pageUrl: 'about', content: 'Mine' })
  await db.updateTable('comments').set({ spam_reasons: '[{' }).execute()
  const { good: group } = await twoErrors({ db } as OrderSite)
  const report = { id: createId(), group_id: group, user_id: nora.id, at: 1, payload: '{' }
  await db.insertInto('error_events').values(report).execute()
  await enqueueMail(db, { to: 'nora@example.org', subject: 'A', text: '', html: '' })
  await db.updateTable('outbox').set({ payload: '{' }).execute()
}

const lists: DamagedList[] = [
  {
    list: 'the board (an order with a negative amount)',
    damage: async (site) => ({
      ...(await twoOrders(site, { total: -4900 })),
      url: `/api/kitchen/${site.kitchen.kitchenId}/board`,
      as: 'olive',
    }),
  },
  {
    list: 'the board (an order whose lines are not JSON)',
    damage: async (site) => ({
      ...(await twoOrders(site, { lines: '[{' })),
      url: `/api/kitchen/${site.kitchen.kitchenId}/board`,
      as: 'olive',
    }),
  },
  {
    list: 'the orders of a customer',
    damage: async (site) => ({ ...(await twoOrders(site, { address: 'nowhere' })), url: '/api/orders', as: 'nora' }),
  },
  {
    list: 'the orders of the desk',
    damage: async (site) => ({ ...(await twoOrders(site, { total: -1 })), url: '/api/desk/orders' }),
  },
  {
    list: 'the payments',
    damage: async (site) => {
      const add = createCardOrderInserter(site)
      const [good, bad] = [await add(site.nora), await add(site.nora)]
      await site.db.updateTable('orders').set({ subtotal: -1 }).where('id', '=', bad).execute()
      return { good, bad, url: '/api/desk/payments' }
    },
  },
  {
    list: 'the kitchens of the desk',
    damage: async (site) => {
      const bad = (await createKitchen(site)).kitchenId
      await site.db.updateTable('vendors').set({ created_at: getDamagedTimestamp() }).where('id', '=', bad).execute()
      return { good: site.kitchen.kitchenId, bad, url: '/api/desk/kitchens' }
    },
  },
  {
    list: 'the kitchens of customers',
    damage: async (site) => {
      const bad = (await createKitchen(site)).kitchenId
      await site.db.updateTable('vendors').set({ hours: '{' }).where('id', '=', bad).execute()
      return { good: site.kitchen.kitchenId, bad, url: '/api/kitchens' }
    },
  },
  {
    list: 'the menu for customers (a dish with a negative price)',
    damage: async (site) => ({ ...(await twoDishes(site)), url: `/api/kitchens/${site.kitchen.slug}` }),
    isBare: true,
  },
  {
    list: 'the menu for members of the kitchen',
    damage: async (site) => ({
      ...(await twoDishes(site)),
      url: `/api/kitchen/${site.kitchen.kitchenId}`,
      as: 'olive',
    }),
  },
  {
    list: 'the figures of a kitchen',
    damage: async (site) => {
      const { bad } = await twoOrders(site, { lines: '[{' })
      return {
        good: site.kitchen.lemonade.name,
        bad,
        url: `/api/kitchen/${site.kitchen.kitchenId}/figures`,
        as: 'olive',
      }
    },
  },
  {
    list: 'the moderation queue',
    damage: async (site) => {
      const { good, bad } = await twoComments(site)
      await site.db.updateTable('comments').set({ spam_reasons: '[{' }).where('id', '=', bad).execute()
      return { good, bad, url: '/api/desk/comments?filter=all' }
    },
  },
  {
    list: 'the comments of a page',
    damage: async (site) => {
      const { good, bad } = await twoComments(site)
      await site.db.updateTable('comments').set({ created_at: getDamagedTimestamp() }).where('id', '=', bad).execute()
      return { good, bad, url: '/comments/about' }
    },
    isBare: true,
  },
  {
    list: 'the people',
    damage: async ({ db, nora, gus }) => {
      await db.updateTable('users').set({ created_at: getDamagedTimestamp() }).where('id', '=', nora.id).execute()
      return { good: gus.id, bad: nora.id, url: '/api/desk/people' }
    },
  },
  {
    list: 'the audit log',
    damage: async (site) => {
      await twoNotices(site)
      const [good = '', bad = ''] = (await site.db.selectFrom('audit_log').select('id').execute()).map(({ id }) => id)
      const columns = { action: 'nothing known' as never }
      await site.db.updateTable('audit_log').set(columns).where('id', '=', bad).execute()
      return { good, bad, url: '/api/desk/log' }
    },
  },
  {
    list: 'the overview of the desk',
    damage: async (site) => {
      await twoNotices(site)
      const [good = '', bad = ''] = (await site.db.selectFrom('audit_log').select('id').execute()).map(({ id }) => id)
      await site.db.updateTable('audit_log').set({ at: getDamagedTimestamp() }).where('id', '=', bad).execute()
      return { good, bad, url: '/api/desk' }
    },
  },
  {
    list: 'the mail',
    damage: async ({ db }) => {
      for (const subject of ['Good', 'Bad']) await enqueueMail(db, { to: 'a@example.org', subject, text: '', html: '' })
      const [good = '', bad = ''] = (await db.selectFrom('outbox').select('id').orderBy('id').execute()).map(
        ({ id }) => id,
      )
      await db.updateTable('outbox').set({ payload: '{' }).where('id', '=', bad).execute()
      return { good, bad, url: '/api/desk/mail' }
    },
  },
  { list: 'the inbox', damage: async (site) => ({ ...(await twoErrors(site)), url: '/api/desk/inbox' }) },
  { list: 'the errors', damage: async (site) => ({ ...(await twoErrors(site)), url: '/api/desk/errors' }) },
  {
    list: 'the reports of an error',
    damage: async (site) => {
      const { good } = await twoErrors(site)
      const bad = createId()
      await site.db.insertInto('error_events').values({ id: bad, group_id: good, at: 1, payload: '{' }).execute()
      return { good, bad, url: `/api/desk/errors/${good}` }
    },
  },
  {
    list: 'the notices of the desk',
    damage: async (site) => ({ ...(await twoNotices(site)), url: '/api/desk/notices' }),
  },
  {
    list: 'the notices for readers',
    damage: async (site) => ({ ...(await twoNotices(site)), url: '/notifications' }),
    isBare: true,
  },
]

test.for(lists)(
  'S8.12 when one row is damaged, the reply with $list contains the other rows, and the damaged row is reported',
  async (row) => {
    const site = await createOrderSite()
    const { url, as = 'ada', good, bad } = await row.damage(site)

    for (const _ of ['asked once', 'asked again']) {
      const { status, body } = await site.as(site[as], 'GET', url)
      expect(status, JSON.stringify(body)).toBe(200)
      const { damaged, ...shown } = row.isBare ? { ...body, damaged: [{ id: bad }] } : body
      expect(damaged).toEqual([{ id: bad }])
      expect(JSON.stringify(shown)).toContain(`"${good}"`)
      expect(JSON.stringify(shown)).not.toContain(`"${bad}"`)
    }
    await expect
      .poll(() =>
        site.db.selectFrom('error_groups').select(['title', 'count']).where('title', 'like', `%${bad}%`).execute(),
      )
      .toEqual([{ title: expect.stringContaining('is damaged and cannot be shown'), count: 1 }])
  },
)

test('an account with damaged rows can be exported and deleted', async () => {
  const site = await createOrderSite()
  await damageRowsOfNora(site)
  const { status, body } = await site.as(site.nora, 'GET', '/api/account/export')
  expect([status, body]).toMatchObject([200, { comments: [{ content: 'Mine' }], errorReports: [{}] }])
  const deletion = await site.as(site.nora, 'POST', '/api/account/delete', { confirmation: DELETE_CONFIRMATION_TEXT })
  expect(deletion.status, JSON.stringify(deletion.body)).toBe(204)
  expect(await site.db.selectFrom('error_events').select(['user_id', 'payload']).execute()).toEqual([
    { user_id: null, payload: '{"user":null}' },
  ])
})

test('a notice with damaged links is pushed without the links, and the other notices are pushed too', async () => {
  const site = await createOrderSite()
  const { bad } = await twoNotices(site)
  await site.db.updateTable('notices').set({ push: 1, is_sample: 0 }).execute()
  await site.db.updateTable('notices').set({ starts_at: 0 }).where('id', '=', bad).execute()
  await enqueueDueNoticePushes(site.db)
  const pushed = site.db.selectFrom('notices').select('id').where('pushed_at', 'is not', null)
  expect(await pushed.execute()).toHaveLength(2)
})

test('when one mail is damaged, only this mail fails, and the other mails are sent', async () => {
  const { db } = await createOrderSite()
  await db.deleteFrom('outbox').execute()
  for (const subject of ['Good', 'Bad']) await enqueueMail(db, { to: 'a@example.org', subject, text: '', html: '' })
  const rows = await db.selectFrom('outbox').select('id').orderBy('id').execute()
  await db
    .updateTable('outbox')
    .set({ payload: '{' })
    .where('id', '=', rows[1]?.id ?? '')
    .execute()
  const sent: string[] = []
  const sender = createMailOutboxSender(async (_row, { subject }) => void sent.push(subject))
  const { log } = createRecordingLog()
  await deliverDue({ db, sender, log })
  expect(sent).toEqual(['Good'])
  expect(
    await db.selectFrom('outbox').select(['state', 'last_error', 'claimed_until']).orderBy('id').execute(),
  ).toEqual([
    { state: 'sent', last_error: null, claimed_until: null },
    { state: 'waiting', last_error: 'It could not be read.', claimed_until: null },
  ])
})
