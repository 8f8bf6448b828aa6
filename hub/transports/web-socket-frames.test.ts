import { beforeAll, describe, expect, it } from 'vitest'
import { createFrame, createNonFinalFrame, encodeFrames, serveEcho } from '../testing/echo-server.ts'
import { encodeFrame, type Frame, type FrameSocket, opcodes } from '../testing/frame-socket.ts'

// These are the cases of the Autobahn test suite that a server must pass. Groups begin with the number of a chapter.

const FRAME_BYTES = 100_000
const { continuation, text, binary, ping, pong } = opcodes
let server: Awaited<ReturnType<typeof serveEcho>>

beforeAll(async () => {
  server = await serveEcho(FRAME_BYTES)
  return server.close
})

/** Formats a frame that came back, as `opcode payload`. */
const readable = ({ opcode, payload }: FrameSocket['frames'][number]) => `${opcode} ${payload}`

describe('1: framing', () => {
  it.each([0, 125, 126, 127, 128, 65_535, 65_536])(
    'a message of %d bytes is sent back whole, as text and as binary',
    async (size) => {
      for (const [path, opcode] of [
        ['/text', text],
        ['/binary', binary],
      ] as const) {
        const payload = Buffer.alloc(size, opcode === text ? '*' : 0xfe)
        const answer = await server.answerTo(path, encodeFrame({ opcode, payload }))
        expect(answer).toEqual({ opcode, payload, isFinal: true })
      }
    },
  )

  it.each([1, 126])('a frame of %d bytes that arrives byte by byte is received as one message', async (size) => {
    const payload = Buffer.alloc(size, 'x')
    expect((await server.answerTo('/text', encodeFrame({ opcode: text, payload }), true))?.payload).toEqual(payload)
  })

  it('a frame without a mask is refused with 1002', async () => {
    const socket = await server.open()
    socket.write(encodeFrame(createFrame(text, 'unmasked'), false))
    expect(await socket.closeCode()).toBe(1002)
  })
})

describe('2: pings', () => {
  it.each([
    ['no bytes', Buffer.alloc(0)],
    ['text', Buffer.from('Hello, world!')],
    ['bytes', Buffer.from([0x00, 0xff, 0xfe, 0xfd])],
    ['125 bytes', Buffer.alloc(125, 0xfe)],
  ])('a ping with %s is answered by a pong with the same payload', async (_, payload) => {
    for (const isChopped of [false, true]) {
      expect(await server.answerTo('/text', encodeFrame({ opcode: ping, payload }), isChopped)).toEqual({
        opcode: pong,
        payload,
        isFinal: true,
      })
    }
  })

  it('a ping of 126 bytes is refused with 1002', async () => {
    expect(await server.refusal(createFrame(ping, Buffer.alloc(126)))).toBe(1002)
  })

  it('a pong without a ping is ignored', async () => {
    const socket = await server.open()
    socket.send(createFrame(pong, 'unasked'), createFrame(ping, 'after'))
    expect((await socket.atLeast(1)).map(readable)).toEqual([`${pong} after`])
    socket.destroy()
  })

  it('ten pings that arrive in one packet get ten pongs in order', async () => {
    const socket = await server.open()
    const payloads = Array.from({ length: 10 }, (_, i) => `payload ${i}`)
    socket.send(...payloads.map((payload) => createFrame(ping, payload)))
    expect((await socket.atLeast(10)).map(readable)).toEqual(payloads.map((payload) => `${pong} ${payload}`))
    socket.destroy()
  })
})

describe('3 and 4: reserved bits and opcodes', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])(
    'a frame with the reserved bits %d is refused with 1002, after the earlier message has been answered',
    async (reserved) => {
      const socket = await server.open()
      socket.send(createFrame(text, 'before'))
      await socket.atLeast(1)
      socket.send(createFrame(text, 'reserved', { reserved }), createFrame(ping))
      expect(await socket.closeCode()).toBe(1002)
      expect(socket.frames.map(readable)[0]).toBe(`${text} before`)
    },
  )

  it.each([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])(
    'a frame with the reserved opcode %d is refused with 1002',
    async (opcode) => {
      expect(await server.refusal(createFrame(opcode))).toBe(1002)
      expect(await server.refusal(createFrame(opcode, 'payload'))).toBe(1002)
    },
  )
})

describe('5: fragments', () => {
  it('the fragments of a message become one message, even with empty fragments and a ping between them', async () => {
    for (const isChopped of [false, true]) {
      const frames = [
        createNonFinalFrame(text, 'one'),
        createFrame(ping, 'between'),
        createNonFinalFrame(continuation, ''),
        createNonFinalFrame(continuation, ' two'),
        createFrame(continuation, ''),
      ]
      const socket = await server.open()
      if (isChopped) socket.writeSlowly(encodeFrames(...frames))
      else socket.send(...frames)
      expect((await socket.atLeast(2)).map(readable)).toEqual([`${pong} between`, `${text} one two`])
      socket.destroy()
    }
  })

  it.each([
    ['a ping in fragments', [createNonFinalFrame(ping, 'a'), createFrame(continuation, 'b')]],
    ['a pong in fragments', [createNonFinalFrame(pong, 'a'), createFrame(continuation, 'b')]],
    ['a final fragment of no message', [createFrame(continuation, 'lost')]],
    ['a first fragment of no message', [createNonFinalFrame(continuation, 'lost'), createFrame(text, 'whole')]],
    ['a message within a message', [createNonFinalFrame(text, 'one'), createFrame(text, 'two')]],
    ['a fragment after a whole message', [createFrame(text, 'whole'), createNonFinalFrame(continuation, 'lost')]],
  ] as [string, Frame[]][])('wrong fragmentation is refused with 1002: %s', async (_, frames) => {
    expect(await server.refusal(...frames)).toBe(1002)
  })
})

describe('9: limits', () => {
  it('a message of the largest size is sent back, and a larger message is refused with 1009, both whole and in fragments', async () => {
    const largest = Buffer.alloc(FRAME_BYTES, 'x')
    expect((await server.answerTo('/text', encodeFrame(createFrame(text, largest))))?.payload).toEqual(largest)
    expect(await server.refusal(createFrame(text, Buffer.alloc(FRAME_BYTES + 1, 'x')))).toBe(1009)
    expect(await server.refusal(createNonFinalFrame(text, largest), createFrame(continuation, 'x'))).toBe(1009)
  })

  it('a frame that announces more bytes than fit in memory is refused with 1009 before its payload arrives', async () => {
    const socket = await server.open()
    const head = encodeFrame(createFrame(text, Buffer.alloc(65_536))).subarray(0, 10)
    head.writeBigUInt64BE(2n ** 62n, 2)
    socket.write(head)
    expect(await socket.closeCode()).toBe(1009)
  })

  it('a thousand small messages that arrive together are all sent back in order', async () => {
    const socket = await server.open()
    const payloads = Array.from({ length: 1_000 }, (_, i) => `message ${i}`)
    socket.send(...payloads.map((payload) => createFrame(text, payload)))
    expect((await socket.atLeast(1_000)).map(({ payload }) => String(payload))).toEqual(payloads)
    socket.destroy()
  })
})
