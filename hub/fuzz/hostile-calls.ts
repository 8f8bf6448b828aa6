import { Agent, request } from 'node:http'
import { createHostileMessage } from './hostile-messages.ts'
import type { Random } from './random.ts'

const methods = ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const

/**
 * Sends HTTP requests to a hub, with known and unknown ids, until `take` returns false.
 * @param answered called with the status of every answer
 */
export async function attackByHttpRequests(
  port: number,
  random: Random,
  take: () => boolean,
  answered: (status: number) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const tokens: string[] = []
  while (take()) {
    const { status, body } = await call(port, agent, random, tokens)
    answered(status)
    const token = /"connectionToken":"([^"]+)"/.exec(body)?.[1]
    if (token) tokens.push(token)
    if (tokens.length > 20) tokens.shift()
  }
  agent.destroy()
}

function pathOf(random: Random, tokens: string[]): string {
  if (random.chance(0.3)) return `/hub/negotiate?negotiateVersion=${random.pick(['0', '1', '2', '-1', 'abc', ''])}`
  const token = random.chance(0.8)
    ? (tokens[random.below(tokens.length)] ?? 'none')
    : random.bytes(12).toString('base64url')
  return random.pick([
    `/hub?id=${token}`,
    `/hub?id=${token}`,
    `/hub?id=${token}&id=${token}`,
    `/hub?id=%00%ff${token}`,
    '/hub',
    '/hub?',
    `/hub/${token}`,
    '/hub/',
    '/hub/negotiate/more',
    '//hub?id=%',
  ])
}

function call(port: number, agent: Agent, random: Random, tokens: string[]): Promise<{ status: number; body: string }> {
  const method = random.chance(0.7) ? random.pick(['GET', 'POST', 'POST', 'DELETE']) : random.pick(methods)
  const headers: Record<string, string> = {}
  if (random.chance(0.3)) headers.accept = random.pick(['text/event-stream', '*/*', 'text/event-stream;q=0', ''])
  if (random.chance(0.2))
    headers.origin = random.pick(['http://127.0.0.1', 'null', 'https://evil.example', 'http://[', ''])
  if (random.chance(0.2)) headers.authorization = random.pick(['Bearer x', 'Bearer', 'Basic eDp5', 'bearer  '])
  if (random.chance(0.05)) headers['x-long'] = 'a'.repeat(8_000)
  const hasBody = method === 'POST' || random.chance(0.1)
  return new Promise((resolve) => {
    const outgoing = request(
      { port, host: '127.0.0.1', path: pathOf(random, tokens), method, headers, agent },
      (response) => {
        let body = ''
        response.setEncoding('latin1')
        // Ends the request, because server-sent events and open polls do not end by themselves.
        const patience = setTimeout(() => response.destroy(), 20)
        response.on('data', (text: string) => {
          if (body.length < 2_000) body += text
        })
        response.on('close', () => {
          clearTimeout(patience)
          resolve({ status: response.statusCode ?? 0, body })
        })
      },
    )
    const patience = setTimeout(() => outgoing.destroy(), 30)
    outgoing.on('response', () => clearTimeout(patience))
    outgoing.on('error', () => {
      clearTimeout(patience)
      resolve({ status: 0, body: '' })
    })
    if (hasBody) {
      if (random.chance(0.5)) outgoing.write(Buffer.from('{"protocol":"json","version":1}\x1e'))
      for (let left = random.below(4); left > 0; left--) outgoing.write(createHostileMessage(random, 'json'))
      if (random.chance(0.03)) {
        outgoing.destroy()
        return
      }
    }
    outgoing.end()
  })
}
