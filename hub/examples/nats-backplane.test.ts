import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { declareBackplaneTests, declareOutageTests } from '../backplanes/backplane-tests.ts'
import { openCuttableLink } from '../testing/cuttable-link.ts'
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
})
