import { HandshakeProtocol } from '@microsoft/signalr/dist/esm/HandshakeProtocol.js'
import { describe, expect, it } from 'vitest'
import { HandshakeFailed } from '../errors.ts'
import { encodeHandshakeResponse, readHandshake } from './handshake.ts'

describe('the handshake', () => {
  it('reads the handshake request of the official client', () => {
    const text = new HandshakeProtocol().writeHandshakeRequest({ protocol: 'json', version: 2 })
    expect(readHandshake(Buffer.from(text))).toEqual({
      request: { protocol: 'json', version: 2 },
      rest: Buffer.alloc(0),
    })
  })

  it('returns the bytes that follow the handshake request', () => {
    const bytes = Buffer.from('{"protocol":"messagepack","version":1,"x":0}\x1e\x02\x91\x06\x1e', 'latin1')
    expect(readHandshake(bytes)).toEqual({
      request: { protocol: 'messagepack', version: 1 },
      rest: Buffer.from('0291061e', 'hex'),
    })
  })

  it('returns null while the handshake request is incomplete', () => {
    expect(readHandshake(Buffer.from('{"protocol":"json","version":1}'))).toBeNull()
    expect(readHandshake(Buffer.alloc(0))).toBeNull()
  })

  it.each([
    '',
    'x',
    'null',
    '[]',
    '"json"',
    '{}',
    '{"type":6}',
    '{"protocol":"json"}',
    '{"version":1}',
    '{"protocol":1,"version":1}',
    '{"protocol":"json","version":"1"}',
    '{"protocol":"json","version":1.5}',
  ])('throws for the invalid handshake request "%s"', (text) =>
    expect(() => readHandshake(Buffer.from(`${text}\x1e`))).toThrow(HandshakeFailed),
  )

  it.each([
    [undefined, '{}\x1e'],
    ['No "x" here', '{"error":"No \\"x\\" here"}\x1e'],
  ])('writes a handshake response that the official client reads (error: %s)', (error, text) => {
    const response = encodeHandshakeResponse(error)
    expect(response.format).toBe('text')
    expect(response.bytes.toString()).toBe(text)
    expect(new HandshakeProtocol().parseHandshakeResponse(text)).toEqual([null, error === undefined ? {} : { error }])
  })
})
