import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { parseEnvelope } from '@sentry/core'

/** A received envelope, parsed by Sentry's own code. */
export interface ArrivedEnvelope {
  path: string
  headers: Record<string, string | undefined>
  envelope: ReturnType<typeof parseEnvelope>
}

export interface SentryDouble {
  /** The value for SENTRY_DSN. */
  dsn: string
  arrivals: ArrivedEnvelope[]
  /**
   * The reply to all following requests; 200 by default. With the status 0 the connection is closed without a reply.
   */
  answer: { status: number; headers?: Record<string, string> }
  /** Resolves when `count` envelopes have arrived since the start. */
  arrived: (count: number) => Promise<ArrivedEnvelope[]>
  close: () => Promise<void>
}

/** Starts a local service that receives envelopes of a Sentry SDK. GET lists the received envelopes as JSON. */
export async function startSentryDouble(port = 0): Promise<SentryDouble> {
  const waiting: { count: number; done: () => void }[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(service.arrivals))
      return
    }
    const envelope = parseEnvelope(await buffer(request))
    const { url: path = '', headers } = request
    service.arrivals.push({ path, headers: headers as ArrivedEnvelope['headers'], envelope })
    for (const { count, done } of waiting) if (service.arrivals.length >= count) done()
    const { status, headers: more } = service.answer
    if (status === 0) request.socket.destroy()
    else response.writeHead(status, more).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const service: SentryDouble = {
    dsn: `http://publickey@127.0.0.1:${(server.address() as AddressInfo).port}/42`,
    arrivals: [],
    answer: { status: 200 },
    arrived: (count) => {
      const { promise, resolve } = Promise.withResolvers<ArrivedEnvelope[]>()
      const done = () => resolve(service.arrivals)
      if (service.arrivals.length >= count) done()
      else waiting.push({ count, done })
      return promise
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

// For browser tests: node server/testing/sentry.ts --port 4000
if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
  console.log((await startSentryDouble(Number(values.port))).dsn)
}
