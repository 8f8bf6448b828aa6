import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** Serves a proxy until the test ends that sends each request, also of one client, to the next server. */
export async function openRoundRobin(origins: readonly string[]): Promise<{ url: string; counts: number[] }> {
  const counts = origins.map(() => 0)
  let turn = 0
  const next = () => {
    const at = turn++ % origins.length
    counts[at] = (counts[at] ?? 0) + 1
    return new URL(origins[at] ?? '')
  }
  const server = createServer((request, response) => {
    const { hostname, port } = next()
    const { url, method, headers } = request
    const forwarded = sendRequest({ hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      // The client of server-sent events is connected when it gets the head.
      response.flushHeaders()
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  server.on('upgrade', ({ url, headers }, socket, head) => {
    const { hostname, port } = next()
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const target = connect(Number(port), hostname)
    target.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    target.write(head)
    target.pipe(socket).pipe(target)
    for (const [from, to] of [[target, socket] as const, [socket, target] as const]) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`, counts }
}
