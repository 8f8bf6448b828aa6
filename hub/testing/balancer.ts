import { createServer, type IncomingMessage, type Server, type ServerResponse, request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The pause before all servers are tried again. */
const PAUSE_MS = 100

/** The servers that the proxy tries for one request, one after the other. */
interface Route {
  order: () => readonly string[]
  /** The time at which the proxy stops trying, in milliseconds of Date.now(). */
  until: number
}

/**
 * Creates a reverse proxy that may send each request of a client to another server, as a balancer without sticky
 * sessions does. It sends the address of the client in X-Forwarded-For.
 * @param order returns the origins of the servers for the next request, the best one first. The proxy tries the next
 * server when a server refuses the connection, or hangs up before it answers a GET.
 * @param tryMs how long a request waits for a server while none answers, in milliseconds
 */
export function createBalancer(order: () => readonly string[], tryMs = 0): Server {
  const route = () => ({ order, until: Date.now() + tryMs })
  const server = createServer((request, response) => forward(order(), route(), request, response))
  server.on('upgrade', (request, socket, head) => forwardUpgrade(order(), request, socket, head))
  return server
}

function forward(
  [origin, ...others]: readonly string[],
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (response.destroyed) return
  if (origin === undefined) {
    if (Date.now() < route.until) setTimeout(() => forward(route.order(), route, request, response), PAUSE_MS)
    else response.writeHead(502, { 'content-type': 'text/plain' }).end('No server takes the request.\n')
    return
  }
  const { hostname, port } = new URL(origin)
  const { url, method } = request
  let isConnected = false
  const forwarded = sendRequest({ hostname, port, path: url, method, headers: headersFor(request), agent: false })
  const hangUp = () => forwarded.destroy()
  response.once('close', hangUp)
  forwarded.on('socket', (socket) => {
    socket.once('connect', () => {
      isConnected = true
      request.pipe(forwarded)
    })
  })
  forwarded.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    // A client of server-sent events counts as connected when it receives the headers of the response.
    response.flushHeaders()
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  forwarded.on('error', () => {
    response.off('close', hangUp)
    if (response.headersSent) response.destroy()
    else if (!isConnected || method === 'GET' || method === 'HEAD') forward(others, route, request, response)
    else response.destroy()
  })
}

function forwardUpgrade(
  [origin, ...others]: readonly string[],
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  if (origin === undefined || socket.destroyed) return void socket.destroy()
  const { hostname, port } = new URL(origin)
  const target: Socket = connect(Number(port), hostname)
  const giveUp = () => forwardUpgrade(others, request, socket, head)
  target.once('error', giveUp)
  target.once('connect', () => {
    target.off('error', giveUp)
    const lines = Object.entries(headersFor(request)).map(([name, value]) => `${name}: ${value}\r\n`)
    target.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    target.write(head)
    target.pipe(socket).pipe(target)
    for (const [from, to] of [
      [target, socket],
      [socket, target],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
}

const headersFor = ({ headers, socket }: IncomingMessage) => ({
  ...headers,
  'x-forwarded-for': socket.remoteAddress ?? '',
  'x-forwarded-proto': 'http',
})
