import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HubOptions, Identity } from '../hub.ts'
import { type ClientEnvironment, createNodeEnvironment, openChromiumEnvironment } from './client-environments.ts'
import {
  type ClientPageServer,
  type ConformanceOptions,
  type ConformanceServer,
  openClientPageServer,
  serveConformanceHub,
} from './conformance-server.ts'
import type { Scenario, ScenarioConnectionSettings, TransportProtocolPair } from './scenario.ts'
import { chooseForSoak } from './soak.ts'

/** All pairs of transport and protocol of the official client. */
export const transportProtocolPairs: readonly TransportProtocolPair[] = [
  { transport: 'WebSockets', protocol: 'json' },
  { transport: 'WebSockets', protocol: 'messagepack' },
  { transport: 'ServerSentEvents', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'messagepack' },
]

export const webSocketPairs = transportProtocolPairs.filter(({ transport }) => transport === 'WebSockets')

/** The server of one test. The official client runs in one environment, with one transport and one protocol. */
export interface ClientTestContext {
  server: ConformanceServer
  pair: TransportProtocolPair
  /** Serves a hub on another origin. */
  serveElsewhere(options: ConformanceOptions): Promise<ConformanceServer>
  /**
   * Plays a scenario with a new connection. The connection goes to `server` unless the settings contain another URL.
   */
  play<R>(scenario: Scenario<undefined, R>): Promise<R>
  play<A, R>(scenario: Scenario<A, R>, args: A, settings?: Partial<ScenarioConnectionSettings>): Promise<R>
}

interface Settings {
  environments?: readonly ('Node' | 'Chromium')[]
  pairs?: readonly TransportProtocolPair[]
  hub?: HubOptions
  /**
   * Returns the identities by token. Without this option, every client is accepted. The test may change the identities
   * in `server.identities`.
   */
  identities?: () => Map<string, Identity>
  /** Warnings that the client may log in this test. Other warnings make the test fail. */
  tolerates?: RegExp
}

/**
 * Opens Node and Chromium as environments for the tests of a file.
 * @returns a function that declares a test in all environments, for all pairs of transport and protocol
 */
export function createTestForEveryClient() {
  const environments = new Map<string, ClientEnvironment>()
  let web: ClientPageServer
  let webElsewhere: ClientPageServer
  beforeAll(async () => {
    web = await openClientPageServer()
    webElsewhere = await openClientPageServer()
    environments.set('Node', createNodeEnvironment())
    environments.set('Chromium', await openChromiumEnvironment(web.origin))
  }, 60_000)
  afterAll(async () => {
    for (const environment of environments.values()) await environment.close()
    await web.close()
    await webElsewhere.close()
  })

  let declared = 0
  return (title: string, body: (test: ClientTestContext) => Promise<void>, settings: Settings = {}) => {
    const { environments: names = ['Node', 'Chromium'], pairs = transportProtocolPairs } = settings
    const turn = declared++
    for (const name of names) {
      // `npm test` runs each test in Node with every pair of transport and protocol, and in Chromium with one pair.
      // This pair changes from test to test.
      const isTurn = (at: number) =>
        chooseForSoak(name === 'Node' || names.length === 1 || at === turn % pairs.length, true)
      for (const pair of pairs.filter((_, at) => isTurn(at))) {
        it(`${title} — ${pair.transport}/${pair.protocol} in ${name}`, async () => {
          const environment = environments.get(name)
          if (environment) await runTest({ environment, web, webElsewhere, pair }, body, settings)
        })
      }
    }
  }
}

interface Surroundings {
  environment: ClientEnvironment
  web: ClientPageServer
  webElsewhere: ClientPageServer
  pair: TransportProtocolPair
}

/** If a client posts its Close message after the connection has ended, it gets 404. Browsers log this status. */
const tooLate = /status of 404/

async function runTest(
  { environment, web, webElsewhere, pair }: Surroundings,
  body: (test: ClientTestContext) => Promise<void>,
  { hub, identities, tolerates }: Settings,
): Promise<void> {
  const server = await serveConformanceHub({ ...hub, web, identities: identities?.() ?? null })
  environment.complaints.length = 0
  await body({
    server,
    pair,
    serveElsewhere: (options) => serveConformanceHub({ ...options, web: webElsewhere }),
    play: <A, R>(scenario: Scenario<A, R>, args?: A, settings?: Partial<ScenarioConnectionSettings>) =>
      environment.play({ url: server.url, ...pair, ...settings }, scenario, args as A),
  })
  const isExpected = (complaint: string) =>
    tolerates?.test(complaint) || (pair.transport !== 'WebSockets' && tooLate.test(complaint))
  expect(environment.complaints.filter((complaint) => !isExpected(complaint))).toEqual([])
}
