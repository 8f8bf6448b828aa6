import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declareBackplaneTests, declareOutageTests } from '../backplanes/backplane-tests.ts'
import { openCuttableLink } from '../testing/cuttable-link.ts'
import { Inbox } from '../testing/inbox.ts'
import { findFreePort, waitForOutput } from '../testing/server-program.ts'
import { natsBackplane } from './nats-backplane.ts'

describe('the example of a backplane, over NATS', () => {
  let url: string
  let stop = () => {}

  beforeAll(async () => {
    const port = await findFreePort()
    const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    stop = () => server.kill('SIGKILL')
    await waitForOutput(server.stderr, /Server is ready/)
    url = `nats://127.0.0.1:${port}`
  })
  afterAll(() => stop())

  const open = async (servers: string, prefix: string) =>
    natsBackplane(await connect({ servers, maxReconnectAttempts: -1, reconnectTimeWait: 20 }), prefix)

  declareBackplaneTests(it, () => {
    const prefix = randomUUID()
    return () => open(url, prefix)
  })

  declareOutageTests(it, async () => {
    const [prefix, link] = [randomUUID(), await openCuttableLink(url)]
    return { near: await open(link.url, prefix), far: await open(url, prefix), link }
  })

  it('drops messages that are larger than the server accepts, and delivers a later message', async () => {
    const backplane = await open(url, randomUUID())
    const inbox = new Inbox<string>()
    await backplane.subscribe('topic', (bytes) => inbox.receive(Buffer.from(bytes).toString()))
    // All together are more than the limit for pending bytes.
    const large = Buffer.alloc(2 * 1024 * 1024)
    await Promise.allSettled(Array.from({ length: 10 }, () => backplane.publish('topic', large)))
    await backplane.publish('topic', Buffer.from('small'))
    expect(await inbox.atLeast(1)).toEqual(['small'])
    await backplane.close()
  })
})
