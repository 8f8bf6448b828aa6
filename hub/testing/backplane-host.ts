/**
 * One of several processes of an application: `node hub/testing/backplane-host.ts <redis|postgres> <url>`. Sends the
 * port of its hub at /hub and each change of its backplane to the parent process. Sends the size of its heap when the
 * parent asks.
 */
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import pg from 'pg'
import {
  attachHubServer,
  type Backplane,
  BackplaneDisconnected,
  defineHub,
  HubError,
  postgresBackplane,
  redisBackplane,
} from '../hub.ts'
import { listenOnAnyPort } from './listen-on-any-port.ts'
import { chooseForSoak } from './soak.ts'

interface Client {
  heard(text: string): void
  whoAreYou(): string
}

const [kind, url = ''] = process.argv.slice(2)

function open(): Backplane {
  if (kind === 'redis') {
    const publisher = new Redis(url, { enableOfflineQueue: false, autoResendUnfulfilledCommands: false })
    return redisBackplane({ publisher, subscriber: new Redis(url), prefix: 'test' })
  }
  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  return postgresBackplane({ connect, channel: 'two_processes', table: 'two_processes' })
}

/** Makes the call fail with the message of the error. */
function refuse(error: Error): never {
  throw new HubError(error.message)
}

const hub = defineHub({
  client: {} as Client,
  // The token is the user id.
  authenticate: ({ token }) => ({ userId: token ?? undefined }),
}).methods({
  join: (ctx, group: string, connectionId?: string) => ctx.groups.add(connectionId ?? ctx.connectionId, group),
  leave: (ctx, group: string, connectionId: string) => ctx.groups.remove(connectionId, group),
  tellAll: (ctx, text: string, except: string[]) => ctx.clients.allExcept(except).send('heard', text),
  tellOthers: (ctx, text: string) => ctx.clients.others.send('heard', text),
  tellGroup: (ctx, text: string, group: string, except: string[]) =>
    ctx.clients.groupExcept(group, except).send('heard', text),
  tellGroups: (ctx, text: string, groups: string[]) => ctx.clients.groups(groups).send('heard', text),
  list: (ctx, group: string, timeoutMs: number) => ctx.clients.group(group).list({ timeoutMs }),
  disconnectUser: (ctx, userId: string) => ctx.clients.user(userId).disconnect(),
  tellUser: (ctx, text: string, userId: string) => ctx.clients.user(userId).send('heard', text),
  tellClient: (ctx, text: string, id: string) => ctx.clients.client(id).send('heard', text),
  ask: (ctx, id: string, timeoutMs: number) =>
    ctx.clients.client(id).invoke('whoAreYou', [], { timeoutMs }).catch(refuse),
})

// With Node's default of 5 s, a slow client of a long run sends a request on a connection that is just closing.
const server = createServer({ keepAliveTimeout: chooseForSoak(5_000, 30_000) })
attachHubServer(server, {
  backplane: open(),
  onBackplane: (state) => process.send?.(state),
  onError: (error) => error instanceof BackplaneDisconnected || process.send?.(`error: ${error}`),
}).map('/hub', hub, { statefulReconnect: true })
process.send?.(await listenOnAnyPort(server))
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ heap: process.memoryUsage().heapUsed })
})
process.on('disconnect', () => process.exit())
