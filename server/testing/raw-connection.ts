import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens on a free port of this machine. */
export async function listenOnFreePort(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** Opens a connection and waits until it is established. */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  return socket
}

/**
 * Sends the bytes unchanged. Resolves with the received text when one complete reply has arrived, or when the server
 * has closed the connection.
 * @param halfClose whether to end the sending side of the connection after the bytes, for incomplete requests
 */
export function sendRawRequest(port: number, request: string | Buffer, halfClose = false): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const isHead = request.toString('latin1').startsWith('HEAD ')
  let answer = ''
  socket.on('data', (chunk) => {
    answer = (answer + chunk.toString('latin1')).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
    if (isWhole(answer, isHead)) socket.destroy()
  })
  socket.on('end', () => socket.destroy())
  // A server that refuses a request may reset the connection while the request is being sent. This function then
  // returns the reply that arrived before the reset.
  socket.on('error', () => socket.destroy())
  socket.on('close', () => resolve(answer))
  if (halfClose) socket.end(request)
  else socket.write(request)
  return promise
}

/** Returns the status of a reply, or 0 without a reply. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0)
}

function isWhole(answer: string, isHead: boolean): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1] ?? 0)
  return isHead || statusOf(answer) === 304 || answer.length >= end + 4 + length
}
