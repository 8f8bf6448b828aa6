import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createFrame,
  createNonFinalFrame,
  createOneByteFrames,
  encodeFrames,
  serveEcho,
} from '../testing/echo-server.ts'
import { opcodes } from '../testing/frame-socket.ts'

// These are the cases of the Autobahn test suite that a server must pass. Groups begin with the number of a chapter.

const { continuation, text, binary, close, ping } = opcodes
let server: Awaited<ReturnType<typeof serveEcho>>

beforeAll(async () => {
  server = await serveEcho(100_000)
  return server.close
})

const closeFrame = (code: number, reason: string | Buffer = '') => {
  const head = Buffer.alloc(2)
  head.writeUInt16BE(code)
  return createFrame(close, Buffer.concat([head, Buffer.from(reason)]))
}

const valid = {
  'of every length': 'κόσμε, κ, €, 𐍈',
  'at the ends of each length': '\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}',
  'that are no characters': '\ufffe\uffff\u{1fffe}\u{10fffe}',
}
const invalid = {
  'a lone continuation byte': '80',
  'two continuation bytes': '80bf',
  'a first byte without its continuation': 'c020',
  'a first byte at the end': 'ceba e1bd',
  'a sequence that is cut off': 'f0909080 f09090',
  'bytes that never occur': 'fe',
  'five bytes': 'f888808080',
  'six bytes': 'fc8480808080',
  'an overlong slash': 'c0af',
  'an overlong slash of three bytes': 'e080af',
  'an overlong zero': 'c080',
  'a surrogate': 'eda080',
  'a pair of surrogates': 'eda080edb080',
  'a code point above U+10FFFF': 'f4908080',
  'a fault between valid text': 'cebae1bdb9cf83cebcceb5 eda080 656469746564',
}

describe('6: text is UTF-8', () => {
  it.each(Object.entries(valid))(
    'UTF-8 text is sent back, whether it arrives in one frame or in one frame for each byte: %s',
    async (_, characters) => {
      const bytes = Buffer.from(characters)
      for (const frames of [[createFrame(text, bytes)], createOneByteFrames(bytes)]) {
        const answer = await server.answerTo('/text', encodeFrames(...frames))
        expect(answer).toEqual({ opcode: text, payload: bytes, isFinal: true })
      }
    },
  )

  it.each(Object.entries(invalid))(
    'text that is not UTF-8 is refused with 1007, whether it arrives in one frame or in one frame for each byte: %s',
    async (_, hex) => {
      const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
      expect(await server.refusal(createFrame(text, bytes))).toBe(1007)
      expect(await server.refusal(...createOneByteFrames(bytes))).toBe(1007)
    },
  )

  it('a binary message need not be UTF-8', async () => {
    const bytes = Buffer.from('eda080fe', 'hex')
    expect((await server.answerTo('/binary', encodeFrames(createFrame(binary, bytes))))?.payload).toEqual(bytes)
  })
})

describe('7: closing', () => {
  it('[hub 59] a close frame without a code is answered with the code 1000, and nothing after it is read', async () => {
    const socket = await server.open()
    socket.send(createFrame(close), createFrame(text, 'too late'), createFrame(ping), createFrame(close))
    expect(await socket.closeCode()).toBe(1000)
    expect(socket.frames.map(({ opcode }) => opcode)).toEqual([close])
  })

  it('a close frame between the fragments of a message closes the WebSocket, and the message is dropped', async () => {
    const socket = await server.open()
    socket.send(createNonFinalFrame(text, 'never'), closeFrame(1000), createFrame(continuation, 'ended'))
    expect(await socket.closeCode()).toBe(1000)
    expect(socket.frames).toHaveLength(1)
  })

  it.each([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999])(
    'a close frame with the code %d is answered with the same code',
    async (code) => {
      expect(await server.refusal(closeFrame(code, 'Bye'))).toBe(code)
    },
  )

  it.each([0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535])(
    'a close frame with the code %d, which must not be sent, is refused with 1002',
    async (code) => {
      expect(await server.refusal(closeFrame(code))).toBe(1002)
    },
  )

  it('a close frame with a payload of 1 or 126 bytes is refused with 1002', async () => {
    expect(await server.refusal(createFrame(close, Buffer.from([3])))).toBe(1002)
    expect(await server.refusal(closeFrame(1000, Buffer.alloc(124)))).toBe(1002)
  })

  it('a close reason of 123 bytes is accepted, and a close reason that is not UTF-8 is refused with 1007', async () => {
    expect(await server.refusal(closeFrame(1000, '*'.repeat(123)))).toBe(1000)
    expect(await server.refusal(closeFrame(1000, Buffer.from('eda080', 'hex')))).toBe(1007)
  })
})

describe('the opening handshake (RFC 6455, section 4.2)', () => {
  const good = {
    connection: 'keep-alive, Upgrade',
    upgrade: 'WebSocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  async function shake(
    headers: OutgoingHttpHeaders,
    method = 'GET',
  ): Promise<Pick<IncomingMessage, 'statusCode' | 'headers'>> {
    const opening = request(`${server.origin}/text`, { method, headers })
    opening.end()
    return new Promise((resolve, reject) => {
      opening.on('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer)
      })
      opening.on('response', (answer) => {
        answer.resume()
        resolve(answer)
      })
      opening.on('error', reject)
    })
  }

  it('the example key of RFC 6455 gets the answer of RFC 6455, and no extension is accepted', async () => {
    const { statusCode, headers } = await shake({ ...good, 'sec-websocket-extensions': 'permessage-deflate' })
    expect([statusCode, headers['sec-websocket-accept']]).toEqual([101, 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='])
    expect(headers).not.toHaveProperty('sec-websocket-extensions')
  })

  it.each([
    ['another version', { ...good, 'sec-websocket-version': '9' }, 400],
    ['no key', { ...good, 'sec-websocket-key': undefined }, 400],
    ['a key of another length', { ...good, 'sec-websocket-key': 'c2hvcnQ=' }, 400],
    ['another protocol', { ...good, upgrade: 'h2c' }, 426],
  ])('an upgrade request with %s is refused with an HTTP error status', async (_, headers, status) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    expect((await shake(given)).statusCode).toBe(status)
  })

  it('a client that does not send HTTP gets the status 400', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.end('no HTTP at all\r\n\r\n')
    let answer = ''
    for await (const bytes of socket) answer += bytes
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})
