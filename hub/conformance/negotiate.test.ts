import { describe, expect, it } from 'vitest'
import type { Identity } from '../hub.ts'
import { serveConformanceHub } from '../testing/conformance-server.ts'
import {
  type NegotiateResponse,
  negotiate,
  negotiateConnectionUrl,
  requestUpgradeStatus,
} from '../testing/raw-client.ts'

describe('negotiate', () => {
  it('[hub 1] version 1 returns a connection id, a different connection token and the transports', async () => {
    const server = await serveConformanceHub()
    const { connectionId, connectionToken, ...rest } = await negotiate(server)
    expect(connectionId).toMatch(/^.{22,}$/)
    expect(connectionToken).toMatch(/^.{22,}$/)
    expect(connectionToken).not.toBe(connectionId)
    expect(rest).toEqual({
      negotiateVersion: 1,
      availableTransports: [
        { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
        { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
      ],
    })
    expect((await fetch(`${server.url}?id=${connectionId}`)).status).toBe(404)
    expect((await fetch(`${server.url}?id=${connectionToken}`)).status).toBe(200)
  })

  it('[hub 2] a request without a version gets version 0, whose answer has no connection token', async () => {
    const server = await serveConformanceHub()
    const reply = await negotiate(server, '')
    expect(reply.negotiateVersion).toBe(0)
    expect(reply).not.toHaveProperty('connectionToken')
    expect((await fetch(`${server.url}?id=${reply.connectionId}`)).status).toBe(200)
  })

  it('[hub 3] a request for version 9 gets version 1', async () => {
    const reply = await negotiate(await serveConformanceHub(), 'negotiateVersion=9')
    expect(reply.negotiateVersion).toBe(1)
    expect(reply.connectionToken).toBeTypeOf('string')
  })

  it('[hub 4] a request for an invalid version gets an answer with status 200 that contains only an error', async () => {
    const { url, hub } = await serveConformanceHub()
    const response = await fetch(`${url}/negotiate?negotiateVersion=abc`, { method: 'POST' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ error: "The client requested an invalid protocol version 'abc'" })
    expect(hub.metrics()['/hub']?.connections.waiting).toBe(0)
  })

  it('[hub 5] a GET request for /negotiate is answered with 405', async () => {
    const { url } = await serveConformanceHub()
    expect((await fetch(`${url}/negotiate?negotiateVersion=1`)).status).toBe(405)
  })

  it('[hub 6] each of the 128 bits of connection ids and connection tokens is random', async () => {
    const server = await serveConformanceHub()
    const replies: NegotiateResponse[] = []
    for (let i = 0; i < 128; i++) replies.push(await negotiate(server))
    const tokens = replies.flatMap(({ connectionId, connectionToken = '' }) => [connectionId, connectionToken])
    expect(new Set(tokens).size).toBe(256)
    const bits = tokens.map((token) => BigInt(`0x${Buffer.from(token, 'base64url').toString('hex')}`))
    for (let bit = 0n; bit < 128n; bit++) {
      const ones = bits.filter((value) => (value >> bit) & 1n).length
      // In 256 random bits, the number of ones has a standard deviation of 8. A deviation of 60 practically never
      // occurs.
      expect(Math.abs(ones - 128), `bit ${bit}`).toBeLessThan(60)
    }
  })

  it('[hub 7] useStatefulReconnect is returned only when the client requests it and the hub enables it', async () => {
    const without = await serveConformanceHub()
    const withIt = await serveConformanceHub({ statefulReconnect: true })
    const asking = 'negotiateVersion=1&useStatefulReconnect=true'
    expect(await negotiate(without, asking)).not.toHaveProperty('useStatefulReconnect')
    expect(await negotiate(withIt)).not.toHaveProperty('useStatefulReconnect')
    expect(await negotiate(withIt, 'negotiateVersion=1&useStatefulReconnect=false')).not.toHaveProperty(
      'useStatefulReconnect',
    )
    expect(await negotiate(withIt, asking)).toHaveProperty('useStatefulReconnect', true)
  })

  it('[hub 15] a CORS preflight request succeeds without an access token', async () => {
    const { url } = await serveConformanceHub({ origins: ['https://a.example'], identities: new Map() })
    const response = await fetch(`${url}/negotiate?negotiateVersion=1`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://a.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,x-requested-with,x-signalr-user-agent',
      },
    })
    expect(response.ok).toBe(true)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example')
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('access-control-allow-methods')?.split(', ')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'DELETE']),
    )
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization,x-requested-with,x-signalr-user-agent',
    )
  })

  it('[hub 16] a WebSocket from an origin that is not listed is refused with 403, with and without negotiation', async () => {
    const server = await serveConformanceHub({ origins: ['https://a.example'] })
    const statusFrom = async (Origin: string) => [
      await requestUpgradeStatus(server.url, { Origin }),
      await requestUpgradeStatus(await negotiateConnectionUrl(server), { Origin }),
    ]
    expect(await statusFrom('https://b.example')).toEqual([403, 403])
    expect(await statusFrom('https://a.example.b.example')).toEqual([403, 403])
    expect(await statusFrom('http://a.example')).toEqual([403, 403])
    expect(await statusFrom('null')).toEqual([403, 403])
    expect(await statusFrom('https://a.example')).toEqual([101, 101])
    expect(await statusFrom(server.origin)).toEqual([101, 101])
  })

  it('[hub 17] every answer with status 401 has an empty body', async () => {
    const server = await serveConformanceHub({ identities: new Map([['ann', { userId: 'ann' }]]) })
    const headers = { Authorization: 'Bearer ann' }
    const negotiated = await fetch(`${server.url}/negotiate?negotiateVersion=1`, { method: 'POST', headers })
    const { connectionToken }: NegotiateResponse = await negotiated.json()
    const url = `${server.url}?id=${connectionToken}`
    const answers = [
      await fetch(`${server.url}/negotiate?negotiateVersion=1`, { method: 'POST' }),
      await fetch(url),
      await fetch(url, { method: 'POST', body: '' }),
      await fetch(url, { method: 'DELETE' }),
      await fetch(url, { headers: { Authorization: 'Bearer eve' } }),
      await fetch(`${url}&access_token=eve`, { headers: { Accept: 'text/event-stream' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['', '', '', '', '', ''])
    expect(await requestUpgradeStatus(url)).toBe(401)
    expect(await requestUpgradeStatus(server.url)).toBe(401)
    expect((await fetch(url, { headers })).status).toBe(200)
  })

  it('[hub 17] a connection refuses the access token of another user', async () => {
    const identities = new Map<string, Identity>([
      ['ann', { userId: 'ann' }],
      ['eve', { userId: 'eve' }],
    ])
    const server = await serveConformanceHub({ identities })
    const reply = await fetch(`${server.url}/negotiate?negotiateVersion=1&access_token=ann`, { method: 'POST' })
    const { connectionToken }: NegotiateResponse = await reply.json()
    const url = `${server.url}?id=${connectionToken}&access_token=eve`
    expect((await fetch(url)).status).toBe(403)
    expect(await requestUpgradeStatus(url)).toBe(403)
  })

  it('[hub 18] a connection token expires when the client does not use it within 15 s', async () => {
    const server = await serveConformanceHub()
    const used = await negotiateConnectionUrl(server)
    const unused = await negotiateConnectionUrl(server)
    server.clock.advance(14_000)
    expect((await fetch(used)).status).toBe(200)
    server.clock.advance(2_000)
    expect((await fetch(unused)).status).toBe(404)
    expect((await fetch(used, { method: 'POST', body: '' })).status).toBe(200)
    expect(server.hub.metrics()['/hub']?.connections.waiting).toBe(1)
  })
})
