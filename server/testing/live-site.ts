import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { UnsecuredJWT } from 'jose'
import { onTestFinished } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import { attachLiveHub, type LiveOptions } from '../features/live/feature.ts'
import { createRethrowingEventBus } from './events.ts'

/** The accounts of the tests, with the roles of each one. A test may change the roles. */
export type RolesByUserId = Map<string, Role[]>

/** Returns an access token of an account of the test. */
export const tokenOf = (userId: string, lifetimeMs = 900_000) =>
  new UnsecuredJWT({})
    .setSubject(userId)
    .setExpirationTime(new Date(Date.now() + lifetimeMs))
    .encode()

export const livePages = [
  { key: 'home', private: false },
  { key: 'about', private: false },
  { key: 'secret', private: true },
]

/** Starts one process of a site with the hub only, on its own port. */
export async function openLiveSite({
  people = new Map(),
  ...options
}: { people?: RolesByUserId } & Partial<LiveOptions> = {}) {
  const server = createServer((_request, response) => response.writeHead(404).end('the site'))
  const events = createRethrowingEventBus()
  const live = attachLiveHub({
    server,
    authenticate: async (token) => {
      const userId = UnsecuredJWT.decode(token).payload.sub ?? ''
      const roles = people.get(userId)
      return roles ? { userId, sessionId: 's', name: userId, email: '', roles, loggedInAt: 0 } : null
    },
    origins: ['https://site.test'],
    orders: { mayReadOrder: async () => false, worksIn: async () => false },
    build: { version: 'v1', pages: livePages },
    trustProxy: false,
    security: {},
    onError: () => {},
    log: fastify().log,
    ...options,
  })
  events.subscribe(live.subscriptions)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    await live.close()
    server.closeAllConnections()
    server.close()
  })
  return { live, events, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
