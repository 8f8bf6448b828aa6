import assert from 'node:assert/strict'
import { Inbox } from '../testing/inbox.ts'
import type { Backplane, BackplaneState } from './backplane.ts'

/** The function of a test runner that declares a test, such as `it` of vitest or `test` of node:test. */
export type DeclareTest = (title: string, run: () => Promise<void>) => unknown

/** A connection between a backplane and its server that the tests cut. */
export interface TestLink {
  /** Ends all connections and refuses new ones. */
  cut(): void
  /** Accepts connections again. */
  mend(): void
  /** Keeps the open connections but stops forwarding bytes. */
  stall(): void
  close(): Promise<void>
}

/**
 * Opens another backplane, as another process would. It is linked to all backplanes that the same function has opened.
 */
export type OpenBackplane = () => Promise<Backplane>

/**
 * Declares the tests that every backplane must pass. With a faulty backplane, a test may never end.
 * @param createNetwork returns a function that opens linked backplanes, as the processes of one application would. A
 * backplane is connected when this function resolves.
 */
export function declareBackplaneTests(it: DeclareTest, createNetwork: () => OpenBackplane): void {
  const opened: Backplane[] = []
  const test: DeclareTest = (title, run) =>
    it(title, async () => {
      try {
        await run()
      } finally {
        await Promise.all(opened.splice(0).map((backplane) => backplane.close()))
      }
    })

  const createTracked = () => {
    const open = createNetwork()
    return async () => {
      const backplane = await open()
      opened.push(backplane)
      return backplane
    }
  }

  const openTwo = async () => {
    const open = createTracked()
    return { here: await open(), there: await open() }
  }

  const bytes = (text: string) => Buffer.from(text)
  const texts = (received: Uint8Array[]) => received.map((item) => Buffer.from(item).toString())

  test('delivers a message once to each process, including the process that published it', async () => {
    const { here, there } = await openTwo()
    const inboxes = [new Inbox(), new Inbox()] as const
    await here.subscribe('t', inboxes[0].receive)
    await there.subscribe('t', inboxes[1].receive)
    await here.publish('t', bytes('1'))
    for (const inbox of inboxes) await inbox.atLeast(1)
    await there.publish('t', bytes('2'))
    for (const inbox of inboxes) assert.deepEqual(texts(await inbox.atLeast(2)), ['1', '2'])
  })

  test('does not deliver messages of another application', async () => {
    const { here } = await openTwo()
    const { here: stranger } = await openTwo()
    const inbox = new Inbox()
    await here.subscribe('t', inbox.receive)
    await stranger.publish('t', bytes('theirs'))
    await here.publish('t', bytes('ours'))
    assert.deepEqual(texts(await inbox.atLeast(1)), ['ours'])
  })

  test('publish() resolves when the topic has no subscriber', async () => {
    const { here } = await openTwo()
    assert.equal(await here.publish('t', bytes('1')), undefined)
  })

  test('delivers no messages after unsubscribe(), and delivers messages again after a new subscription', async () => {
    const { here, there } = await openTwo()
    const [left, last] = [new Inbox(), new Inbox()]
    const unsubscribe = await here.subscribe('t', left.receive)
    await here.subscribe('last', last.receive)
    await unsubscribe()
    await unsubscribe()
    await there.publish('t', bytes('1'))
    await there.publish('last', bytes('2'))
    await last.atLeast(1)
    assert.deepEqual(left.received, [])
    await here.subscribe('t', left.receive)
    await there.publish('t', bytes('3'))
    assert.deepEqual(texts(await left.atLeast(1)), ['3'])
  })

  test('delivers a message once for each subscription to its topic', async () => {
    const { here, there } = await openTwo()
    const [one, other] = [new Inbox(), new Inbox()]
    const [unsubscribe] = await Promise.all([here.subscribe('t', one.receive), here.subscribe('t', one.receive)])
    await here.subscribe('t', other.receive)
    await there.publish('t', bytes('1'))
    assert.deepEqual(texts(await one.atLeast(2)), ['1', '1'])
    await unsubscribe()
    await unsubscribe()
    await there.publish('t', bytes('2'))
    assert.deepEqual(texts(await other.atLeast(2)), ['1', '2'])
    assert.deepEqual(texts(await one.atLeast(3)), ['1', '1', '2'])
  })

  test('delivers a message of any bytes, up to a size of one megabyte', async () => {
    const { here, there } = await openTwo()
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const large = Buffer.alloc(1024 * 1024, all)
    const inbox = new Inbox()
    await there.subscribe('t', inbox.receive)
    for (const given of [all, new Uint8Array(), all.subarray(100, 110), large, all]) await here.publish('t', given)
    const received = await inbox.atLeast(5)
    assert.deepEqual(
      received.map((item) => Buffer.from(item)),
      [all, new Uint8Array(), all.subarray(100, 110), large, all].map((item) => Buffer.from(item)),
    )
  })

  test('delivers large, small and equal messages of one process in order', async () => {
    const { here, there } = await openTwo()
    const sent = Array.from({ length: 300 }, (_, index) =>
      index % 50 === 7 ? `${index}`.padEnd(20_000, '.') : `${Math.floor(index / 3)}`,
    )
    const inboxes = [new Inbox(), new Inbox()] as const
    await here.subscribe('t', inboxes[0].receive)
    await there.subscribe('t', inboxes[1].receive)
    await Promise.all(sent.map((text) => here.publish('t', bytes(text))))
    for (const inbox of inboxes) assert.deepEqual(texts(await inbox.atLeast(sent.length)), sent)
  })

  test('accepts any text as topic and distinguishes all topics', async () => {
    const { here, there } = await openTwo()
    const topics = [
      't',
      'T',
      't ',
      '',
      'a b',
      'a:b',
      ':',
      't:',
      '\'"`\\',
      '*',
      '[t]',
      '%',
      '🙂',
      'ö',
      'o\u0308',
      '\0',
      '\n',
    ]
    topics.push('x'.repeat(9000), 'x'.repeat(9001))
    const inbox = new Inbox<string>()
    for (const topic of topics) {
      await there.subscribe(topic, (received) => inbox.receive(`${topic} got ${Buffer.from(received)}`))
    }
    for (const topic of topics) await here.publish(topic, bytes(topic))
    assert.deepEqual(
      await inbox.atLeast(topics.length),
      topics.map((topic) => `${topic} got ${topic}`),
    )
  })

  test('delivers no messages after close()', async () => {
    const open = createTracked()
    const [closed, inbox] = [await open(), new Inbox()]
    await closed.subscribe('t', inbox.receive)
    await closed.close()
    const [here, there, heard] = [await open(), await open(), new Inbox()]
    await there.subscribe('t', heard.receive)
    await here.publish('t', bytes('1'))
    await heard.atLeast(1)
    assert.deepEqual(inbox.received, [])
  })
}

/**
 * Declares the tests of a backplane that loses its server.
 * @param openBoth opens two linked backplanes: `near` reaches the server through the link, `far` directly
 */
export function declareOutageTests(
  it: DeclareTest,
  openBoth: () => Promise<{ near: Backplane; far: Backplane; link: TestLink }>,
): void {
  const closing: (() => Promise<void>)[] = []
  const test: DeclareTest = (title, run) =>
    it(title, async () => {
      try {
        await run()
      } finally {
        for (const close of closing.splice(0)) await close()
      }
    })

  const open = async () => {
    const both = await openBoth()
    closing.push(both.near.close.bind(both.near), both.far.close.bind(both.far), both.link.close)
    return both
  }

  test('reports each change of its state once, loses the messages of the outage, and keeps its subscriptions', async () => {
    const { near, far, link } = await open()
    const states = new Inbox<BackplaneState>()
    near.onChange(states.receive)
    const [atNear, atFar] = [new Inbox<string>(), new Inbox<string>()]
    const receiveText = (inbox: Inbox<string>) => (received: Uint8Array) =>
      inbox.receive(Buffer.from(received).toString())
    await near.subscribe('before', receiveText(atNear))
    await far.subscribe('far', receiveText(atFar))

    link.cut()
    assert.deepEqual(await states.atLeast(1), ['disconnected'])
    await near.subscribe('meanwhile', receiveText(atNear))
    const unsubscribe = await near.subscribe('no more', receiveText(atNear))
    await unsubscribe()
    await near.publish('far', Buffer.from('lost'))
    await near.publish('far', Buffer.alloc(100_000))
    await far.publish('before', Buffer.from('missed'))

    link.mend()
    assert.deepEqual(await states.atLeast(2), ['disconnected', 'connected'])
    await far.publish('no more', Buffer.from('unheard'))
    await far.publish('before', Buffer.from('again'))
    await far.publish('meanwhile', Buffer.from('new'))
    assert.deepEqual(await atNear.atLeast(2), ['again', 'new'])
    await near.publish('far', Buffer.from('back'))
    assert.deepEqual(await atFar.atLeast(1), ['back'])
    assert.deepEqual(states.received, ['disconnected', 'connected'])
  })

  test('limits its queue while the server does not answer, and resolves publish() when the connection is cut', async () => {
    const { near, link } = await open()
    link.stall()
    const megabyte = Buffer.alloc(1024 * 1024)
    const published = [near.publish('t', megabyte)]
    // Lets the first message be sent, so that later messages have to wait.
    await new Promise(setImmediate)
    for (let count = 0; count < 40; count++) published.push(near.publish('t', megabyte))
    await published.at(-1)
    link.cut()
    await Promise.all(published)
  })

  test('close() resolves while the backplane is disconnected, and calls no listener', async () => {
    const { near, link } = await open()
    const states = new Inbox<BackplaneState>()
    near.onChange(states.receive)
    link.cut()
    await states.atLeast(1)
    await near.close()
    await near.publish('t', Buffer.from('lost'))
    assert.deepEqual(states.received, ['disconnected'])
  })
}
