import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HubOptions, Identity } from '../hub.ts'
import { type ClientEnvironment, openChromium, openNode } from './client-environments.ts'
import { type ConformanceServer, openWebServer, serveConformanceHub, type WebServer } from './conformance-server.ts'
import type { Pair, Plan, Scenario } from './scenario.ts'

/** All ways in which the official client can connect. */
export const allPairs: readonly Pair[] = [
  { transport: 'WebSockets', protocol: 'json' },
  { transport: 'WebSockets', protocol: 'messagepack' },
  { transport: 'ServerSentEvents', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'messagepack' },
]

export const webSocketPairs = allPairs.filter(({ transport }) => transport === 'WebSockets')

/** A server of one test, and the official client in one environment, connecting in one way. */
export interface TestWithClient {
  server: ConformanceServer
  pair: Pair
  /** Plays a scenario with a connection of its own, to `server` unless the plan says otherwise. */
  play<R>(scenario: Scenario<undefined, R>): Promise<R>
  play<A, R>(scenario: Scenario<A, R>, args: A, plan?: Partial<Plan>): Promise<R>
}

interface Settings {
  pairs?: readonly Pair[]
  hub?: HubOptions
  identities?: ReadonlyMap<string, Identity>
  /** What the client may warn of in this test; anything else fails it. */
  tolerates?: RegExp
}

/**
 * Opens Node and a Chromium for the tests of a file.
 * @returns what declares a test in all environments and for all pairs
 */
export function everyClient() {
  const environments = new Map<string, ClientEnvironment>()
  let web: WebServer
  beforeAll(async () => {
    web = await openWebServer()
    environments.set('Node', openNode())
    environments.set('Chromium', await openChromium(web.origin))
  }, 60_000)
  afterAll(async () => {
    for (const environment of environments.values()) await environment.close()
    await web.close()
  })

  return (title: string, body: (test: TestWithClient) => Promise<void>, settings: Settings = {}) => {
    for (const name of ['Node', 'Chromium']) {
      for (const pair of settings.pairs ?? allPairs) {
        it(`${title} — ${pair.transport}/${pair.protocol} in ${name}`, async () => {
          const environment = environments.get(name)
          if (environment) await runTest({ environment, web, pair }, body, settings)
        })
      }
    }
  }
}

async function runTest(
  { environment, web, pair }: { environment: ClientEnvironment; web: WebServer; pair: Pair },
  body: (test: TestWithClient) => Promise<void>,
  { hub, identities, tolerates }: Settings,
): Promise<void> {
  const server = await serveConformanceHub({ ...hub, web, ...(identities ? { identities } : {}) })
  environment.complaints.length = 0
  await body({
    server,
    pair,
    play: <A, R>(scenario: Scenario<A, R>, args?: A, plan?: Partial<Plan>) =>
      environment.play({ url: server.url, ...pair, ...plan }, scenario, args as A),
  })
  expect(environment.complaints.filter((complaint) => !tolerates?.test(complaint))).toEqual([])
}
