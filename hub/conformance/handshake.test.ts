import { describe, expect, it } from 'vitest'
import { serveConformanceHub } from '../testing/conformance-server.ts'
import { encodeMessages, negotiateConnectionUrl, parseJsonMessages, RawClient } from '../testing/raw-client.ts'

const stateful = 'negotiateVersion=1&useStatefulReconnect=true'

/**
 * Sends a text as the first message of a WebSocket. Resolves with all received messages when the WebSocket has closed.
 */
async function answersTo(words: string, { query = 'negotiateVersion=1' } = {}) {
  const server = await serveConformanceHub({ statefulReconnect: true })
  const client = await RawClient.open(await negotiateConnectionUrl(server, query))
  client.webSocket.send(words)
  const answers = await client.ended()
  expect(server.journal.all('connected')).toEqual([])
  return answers
}

describe('the handshake', () => {
  it('[hub 20] a handshake with an unknown protocol gets an error with the name of the protocol', async () => {
    expect(await answersTo(encodeMessages({ protocol: 'protobuf', version: 1 }))).toEqual([
      { error: "The protocol 'protobuf' is not supported." },
    ])
  })

  it('[hub 21] a handshake with version 3 of the protocol is refused', async () => {
    const refusal = [{ error: "The server does not support version 3 of the 'json' protocol." }]
    expect(await answersTo(encodeMessages({ protocol: 'json', version: 3 }))).toEqual(refusal)
    expect(await answersTo(encodeMessages({ protocol: 'json', version: 3 }), { query: stateful })).toEqual(refusal)
  })

  it('[hub 21] a handshake with version 2 of the protocol is refused unless the connection uses stateful reconnect', async () => {
    expect(await answersTo(encodeMessages({ protocol: 'json', version: 2 }))).toEqual([
      { error: "The server does not support version 2 of the 'json' protocol." },
    ])
    const server = await serveConformanceHub({ statefulReconnect: true })
    const client = await RawClient.connect(await negotiateConnectionUrl(server, stateful), { version: 2 })
    await client.settled()
  })

  it('[hub 19] a handshake for messagepack is refused over server-sent events, which carry only text', async () => {
    const server = await serveConformanceHub()
    const url = await negotiateConnectionUrl(server)
    const events = await fetch(url, { headers: { Accept: 'text/event-stream' } })
    await fetch(url, { method: 'POST', body: encodeMessages({ protocol: 'messagepack', version: 1 }) })
    expect(await events.text()).toContain("Cannot use the 'messagepack' protocol on the current transport.")
  })

  it.each([
    { what: 'text', words: 'hello\x1e' },
    { what: 'a message', words: encodeMessages({ type: 6 }) },
    { what: 'a protocol whose name is a number', words: encodeMessages({ protocol: 1, version: 1 }) },
    { what: 'a line without an end', words: 'x'.repeat(4_096) },
  ])('[hub 20] a first message that is not a handshake is refused: $what', async ({ words }) => {
    expect(await answersTo(words)).toEqual([{ error: 'The first message is not a handshake request.' }])
  })

  it('[hub 22] a client that sends no handshake is disconnected after 15 s', async () => {
    const server = await serveConformanceHub()
    const client = await RawClient.open(await negotiateConnectionUrl(server))
    server.clock.advance(14_000)
    expect(server.hub.metrics()['/hub']?.connections.waiting).toBe(1)
    server.clock.advance(2_000)
    expect(await client.ended()).toEqual([{ error: 'Handshake was canceled.' }])
    expect(server.hub.metrics()['/hub']?.connections.waiting).toBe(0)
  })

  it('[hub 22] a client that sends an incomplete handshake is disconnected after 15 s', async () => {
    const server = await serveConformanceHub()
    const client = await RawClient.open(server.url)
    client.webSocket.send('{"protocol":')
    server.clock.advance(16_000)
    expect(await client.ended()).toEqual([{ error: 'Handshake was canceled.' }])
  })

  it('[hub 22] a long-polling client that sends no handshake is disconnected after 15 s', async () => {
    const server = await serveConformanceHub()
    const url = await negotiateConnectionUrl(server)
    await fetch(url)
    const poll = fetch(url)
    await fetch(url, { method: 'POST', body: '' })
    server.clock.advance(16_000)
    expect(parseJsonMessages(await (await poll).text())).toEqual([{ error: 'Handshake was canceled.' }])
    expect((await fetch(url)).status).toBeOneOf([204, 404])
  })

  it('[hub 23] a handshake and a call that arrive in one frame are both answered', async () => {
    const server = await serveConformanceHub()
    const client = await RawClient.open(await negotiateConnectionUrl(server))
    client.send(
      { protocol: 'json', version: 1 },
      { type: 1, invocationId: '1', target: 'echo', arguments: ['early'] },
      { type: 6 },
    )
    expect(await client.atLeast(2)).toEqual([{}, { type: 3, invocationId: '1', result: 'early' }])
  })

  it('[hub 23] a handshake and a call that arrive byte by byte are both answered', async () => {
    const server = await serveConformanceHub()
    const client = await RawClient.open(await negotiateConnectionUrl(server))
    const words = encodeMessages(
      { protocol: 'json', version: 1 },
      { type: 1, invocationId: '1', target: 'echo', arguments: ['ä'] },
    )
    for (const byte of Buffer.from(words)) client.webSocket.send(Uint8Array.of(byte))
    expect(await client.atLeast(2)).toEqual([{}, { type: 3, invocationId: '1', result: 'ä' }])
  })
})
