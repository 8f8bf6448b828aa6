import { type Backplane, memoryBackplane } from '@hobohat/hub'
import { HttpTransportType } from '@microsoft/signalr'
import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { createDummyDatabase } from '../../testing/app.ts'
import { connectHubTestClient } from '../../testing/hub-test-client.ts'
import { livePages, openLiveSite, type RolesByUserId, tokenOf } from '../../testing/live-site.ts'

/** Tests publish events with this database, outside transactions, so that each event is delivered at once. */
const db = createDummyDatabase()

const comment = (pageUrl: string, id = 'c1'): Comment => ({
  id,
  pageUrl,
  author: 'Nora',
  authorId: 'nora',
  profilePicture: null,
  byAdmin: false,
  content: 'hello',
  createdAt: 0,
  editedAt: null,
  threadId: id,
  parentId: null,
  state: 'visible',
})

const negotiateAt = (origin: string, headers: Record<string, string>) =>
  fetch(`${origin}/hub/negotiate?negotiateVersion=1`, { method: 'POST', headers })

/** Makes a call on each page and waits for its answer, which arrives after all earlier events. */
const settled = (...all: { watch: (pageUrl: null) => Promise<void> }[]) =>
  Promise.all(all.map((one) => one.watch(null)))

for (const transport of ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const) {
  test(`S7.15 an open page negotiates ${transport} and receives changes over it`, async () => {
    const { events, origin } = await openLiveSite()
    const page = await connectHubTestClient(origin, { transport: HttpTransportType[transport] })
    expect(await page.until('versionServed', 1)).toEqual(['v1'])
    await page.watch('about')
    await events.publish(db, 'comment.saved', { comment: comment('about'), total: 1 })
    await events.publish(db, 'comment.removed', { id: 'c1', pageUrl: 'about', total: 0 })
    await events.publish(db, 'comments.changed', { pageUrl: 'about' })
    await events.publish(db, 'notices.changed')
    expect(await page.until('commentSaved', 1)).toEqual([{ comment: comment('about'), total: 1 }])
    expect(await page.until('commentRemoved', 1)).toEqual([{ id: 'c1', pageUrl: 'about', total: 0 }])
    expect(await page.until('commentsChanged', 1)).toEqual(['about'])
    await page.until('noticesChanged', 1)
  })
}

test('requests for other paths than the hub are answered by the site', async () => {
  const { origin } = await openLiveSite()
  expect(await (await fetch(`${origin}/hubs`)).text()).toBe('the site')
})

test('a client gets the changes of the page that it watched last, and of no other page', async () => {
  const { events, origin } = await openLiveSite()
  const page = await connectHubTestClient(origin)
  await page.watch('about')
  await page.watch('home')
  await events.publish(db, 'comment.saved', { comment: comment('about', 'old'), total: 1 })
  await events.publish(db, 'comment.saved', { comment: comment('home', 'new'), total: 1 })
  await settled(page)
  await events.publish(db, 'comment.saved', { comment: comment('home', 'late'), total: 2 })
  await settled(page)
  expect(page.received('commentSaved').map((news) => news.comment.id)).toEqual(['new'])
})

test('watching an unknown page or an invalid key is refused, and ends the subscription to the previous page', async () => {
  const { events, origin } = await openLiveSite()
  const page = await connectHubTestClient(origin)
  await page.watch('about')
  await expect(page.watch('nowhere')).rejects.toThrow('There is no such page to watch')
  await events.publish(db, 'comments.changed', { pageUrl: 'about' })
  for (const wrong of [7, {}, ['about'], 'x'.repeat(201)]) {
    await expect(page.watch(wrong)).rejects.toThrow('watchPage takes the key of a page, or null.')
  }
  expect(page.received('commentsChanged')).toEqual([])
})

test('readers can watch a private page, but visitors and guests cannot', async () => {
  const people: RolesByUserId = new Map([
    ['nora', []],
    ['gus', ['Guest']],
  ])
  const { events, origin } = await openLiveSite({ people })
  const [stranger, guest, reader] = await Promise.all([
    connectHubTestClient(origin),
    connectHubTestClient(origin, { token: tokenOf('gus') }),
    connectHubTestClient(origin, { token: tokenOf('nora') }),
  ])
  await expect(stranger.watch('secret')).rejects.toThrow('not for you')
  await expect(guest.watch('secret')).rejects.toThrow('not for you')
  await reader.watch('secret')
  await events.publish(db, 'comments.changed', { pageUrl: 'secret' })
  await reader.until('commentsChanged', 1)
  await settled(stranger, guest)
  expect([stranger.received('commentsChanged'), guest.received('commentsChanged')]).toEqual([[], []])
})

test('when a new build removes a page or makes it private, visitors get no more of its events; readers still get those of a private page', async () => {
  const build = { version: 'v1', pages: livePages }
  const { events, origin } = await openLiveSite({ people: new Map([['nora', []]]), build })
  const [stranger, former] = [await connectHubTestClient(origin), await connectHubTestClient(origin)]
  const reader = await connectHubTestClient(origin, { token: tokenOf('nora') })
  await Promise.all([stranger.watch('about'), former.watch('home'), reader.watch('about')])
  Object.assign(build, { version: 'v2', pages: [{ key: 'about', private: true }] })
  await events.publish(db, 'build.served')
  await stranger.until('versionServed', 2)
  for (const key of ['about', 'home']) await events.publish(db, 'comment.saved', { comment: comment(key), total: 1 })
  await reader.until('commentSaved', 1)
  await settled(stranger, former)
  expect([stranger, former].map((page) => page.received('commentSaved'))).toEqual([[], []])
})

test('a page that a new build makes private while a visitor subscribes to it sends no events to the visitor', async () => {
  const build = { version: 'v1', pages: livePages }
  const memory = memoryBackplane()
  const gate = Promise.withResolvers<void>()
  const subscribe: Backplane['subscribe'] = async (topic, receive) => {
    if (topic.includes('about')) await gate.promise
    return memory.subscribe(topic, receive)
  }
  const { events, origin } = await openLiveSite({ build, backplane: { ...memory, subscribe } })
  const stranger = await connectHubTestClient(origin)
  const watching = stranger.watch('about')
  await settled(await connectHubTestClient(origin))
  Object.assign(build, { version: 'v2', pages: [{ key: 'about', private: true }] })
  await events.publish(db, 'build.served')
  gate.resolve()
  await watching
  await events.publish(db, 'comment.saved', { comment: comment('about'), total: 1 })
  await settled(stranger)
  expect(stranger.received('commentSaved')).toEqual([])
})

test('when a new build makes a page private, all subscriptions to the page end, even while the backplane fails', async () => {
  const build = { version: 'v1', pages: livePages }
  const memory = memoryBackplane()
  const subscribe: Backplane['subscribe'] = async (topic, receive) => {
    await memory.subscribe(topic, receive)
    return () => Promise.reject(new Error('The backplane is away.'))
  }
  const { events, origin } = await openLiveSite({ build, backplane: { ...memory, subscribe } })
  const pages = await Promise.all(
    ['home', 'about'].map(async (key) => ({ key, page: await connectHubTestClient(origin) })),
  )
  for (const { key, page } of pages) await page.watch(key)
  Object.assign(build, { version: 'v2', pages: [] })
  await events.publish(db, 'build.served')
  await Promise.all(pages.map(({ page }) => page.until('versionServed', 2)))
  for (const { key } of pages) await events.publish(db, 'comment.saved', { comment: comment(key), total: 1 })
  await settled(...pages.map(({ page }) => page))
  expect(pages.map(({ page }) => page.received('commentSaved'))).toEqual([[], []])
})

test('S6.04 only admins get the events about tools and about moderation', async () => {
  const people: RolesByUserId = new Map([
    ['ada', ['Admin']],
    ['nora', []],
  ])
  const { events, origin } = await openLiveSite({ people })
  const [admin, reader, stranger] = await Promise.all([
    connectHubTestClient(origin, { token: tokenOf('ada') }),
    connectHubTestClient(origin, { token: tokenOf('nora') }),
    connectHubTestClient(origin),
  ])
  await events.publish(db, 'tools.changed')
  await events.publish(db, 'moderation.changed')
  await admin.until('moderationChanged', 1)
  await settled(reader, stranger)
  expect(admin.received('toolsChanged')).toHaveLength(1)
  for (const page of [reader, stranger]) {
    expect([...page.received('toolsChanged'), ...page.received('moderationChanged')]).toEqual([])
  }
})

test('S6.01 a connection with an invalid token is answered 401', async () => {
  const { origin } = await openLiveSite()
  await expect(connectHubTestClient(origin, { token: tokenOf('nobody') })).rejects.toThrow("Status code '401'")
})

test('a live connection ends when its access token expires', async () => {
  const { origin } = await openLiveSite({ people: new Map([['nora', []]]) })
  const page = await connectHubTestClient(origin, { token: tokenOf('nora', 1_500) })
  await page.ended
})

test('when an account loses a role or its session, its connections to every process end at once; other connections stay', async () => {
  const people: RolesByUserId = new Map([
    ['ada', ['Admin']],
    ['eve', ['Admin']],
    ['nora', []],
  ])
  const backplane = memoryBackplane()
  const [one, two] = [await openLiveSite({ people, backplane }), await openLiveSite({ people, backplane })]
  const token = (userId: string) => ({ token: tokenOf(userId) })
  const eve = await connectHubTestClient(two.origin, token('eve'))
  const nora = await connectHubTestClient(two.origin, token('nora'))
  const ada = await connectHubTestClient(one.origin, token('ada'))
  people.set('eve', [])
  people.delete('nora')
  for (const userId of people.keys()) await one.events.publish(db, 'access.changed', { userId })
  await one.events.publish(db, 'access.changed', { userId: 'nora' })
  await Promise.all([eve.ended, nora.ended])
  await ada.watch('about')
})

test('every watched page gets the number of its readers, summed over all processes', async () => {
  const backplane = memoryBackplane()
  const [one, two] = [await openLiveSite({ backplane }), await openLiveSite({ backplane })]
  const first = await connectHubTestClient(one.origin)
  await first.watch('about')
  expect(await first.until('readersChanged', 1)).toEqual([{ pageUrl: 'about', readers: 1 }])
  const second = await connectHubTestClient(two.origin)
  await second.watch('about')
  const both = { pageUrl: 'about', readers: 2 }
  expect((await first.until('readersChanged', 2)).at(-1)).toEqual(both)
  expect(await second.until('readersChanged', 1)).toEqual([both])
  await second.watch('home')
  expect((await first.until('readersChanged', 3)).at(-1)).toEqual({ pageUrl: 'about', readers: 1 })
  expect((await second.until('readersChanged', 2)).at(-1)).toEqual({ pageUrl: 'home', readers: 1 })
  await second.client.stop()
  await first.watch('home')
  await expect.poll(() => first.received('readersChanged').at(-1)).toEqual({ pageUrl: 'home', readers: 1 })
})

test('an event that one process publishes reaches the pages of both processes once', async () => {
  const backplane = memoryBackplane()
  const [one, two] = [await openLiveSite({ backplane }), await openLiveSite({ backplane })]
  const [near, far] = [await connectHubTestClient(one.origin), await connectHubTestClient(two.origin)]
  await Promise.all([near.watch('about'), far.watch('about')])
  await one.events.publish(db, 'comment.saved', { comment: comment('about'), total: 1 })
  await one.events.publish(db, 'notices.changed')
  await Promise.all([near.until('noticesChanged', 1), far.until('noticesChanged', 1)])
  await settled(near, far)
  expect(near.received('commentSaved')).toHaveLength(1)
  expect(far.received('commentSaved')).toEqual(near.received('commentSaved'))
  expect([near.received('noticesChanged'), far.received('noticesChanged')]).toEqual([[undefined], [undefined]])
})

test('when the backplane connects again, all pages get an event to fetch all their data again', async () => {
  const listeners: Parameters<Backplane['onChange']>[0][] = []
  const { origin } = await openLiveSite({
    backplane: { ...memoryBackplane(), onChange: (listener) => listeners.push(listener) },
    people: new Map([['ada', ['Admin']]]),
  })
  const pages = [await connectHubTestClient(origin), await connectHubTestClient(origin, { token: tokenOf('ada') })]
  const become = (state: 'connected' | 'disconnected') => {
    for (const listener of listeners) listener(state)
  }
  become('disconnected')
  await settled(...pages)
  expect(pages.map((page) => page.received('eventsMissed'))).toEqual([[], []])
  become('connected')
  await Promise.all(pages.map((page) => page.until('eventsMissed', 1)))
})

test('when a process closes, its connections end, and the other processes no longer count its readers', async () => {
  const backplane = memoryBackplane()
  // The remaining process uses the same backplane, so closing the first process must not close it.
  const [one, two] = [
    await openLiveSite({ backplane: { ...backplane, close: async () => {} } }),
    await openLiveSite({ backplane }),
  ]
  const [first, second] = [await connectHubTestClient(one.origin), await connectHubTestClient(two.origin)]
  await Promise.all([first.watch('about'), second.watch('about')])
  await expect.poll(() => second.received('readersChanged').at(-1)?.readers).toBe(2)
  await one.live.close()
  await first.ended
  await expect.poll(() => second.received('readersChanged').at(-1)?.readers).toBe(1)
})

test('behind a proxy, the limit of connections for one IP address uses the address that the proxy reports', async () => {
  const { origin } = await openLiveSite({ trustProxy: true })
  const negotiate = async (address: string) =>
    (await negotiateAt(origin, { 'x-forwarded-for': `198.51.100.1, ${address}` })).status
  const statuses = await Promise.all(Array.from({ length: 201 }, () => negotiate('203.0.113.7')))
  expect(statuses.filter((status) => status === 200)).toHaveLength(200)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(await negotiate('203.0.113.8')).toBe(200)
})

test('without a trusted proxy, the limit of connections ignores the X-Forwarded-For header', async () => {
  const { origin } = await openLiveSite()
  const negotiate = (at: number) => negotiateAt(origin, { 'x-forwarded-for': `203.0.113.${at}` })
  const answers = await Promise.all(Array.from({ length: 201 }, (_, at) => negotiate(at)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('pages on the site’s own origins may connect to the hub, pages on other origins get 403', async () => {
  const { origin } = await openLiveSite()
  const from = async (page: string) => (await negotiateAt(origin, { origin: page })).status
  expect([await from('https://site.test'), await from(origin), await from('https://elsewhere.test')]).toEqual([
    200, 200, 403,
  ])
  await expect(connectHubTestClient(origin, { headers: { origin: 'https://elsewhere.test' } })).rejects.toThrow('403')
})
