import { expect, it } from 'vitest'
import { EncodedMessage } from '../protocols/encoded-message.ts'
import { encodeWebSocketFrame } from './web-socket-frame.ts'

it.each([
  [0, '8100'],
  [1, '8101'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('the frame of a text of %i bytes begins with the header %s', (length, head) => {
  const bytes = Buffer.alloc(length, 'a')
  const frame = encodeWebSocketFrame(new EncodedMessage(bytes, 'text'))
  expect(frame.toString('hex', 0, frame.length - length)).toBe(head)
  expect(frame.subarray(frame.length - length)).toEqual(bytes)
})

it('the frame of a binary message has the binary opcode', () => {
  const frame = encodeWebSocketFrame(new EncodedMessage(Buffer.from([2, 0x91, 6]), 'binary'))
  expect(frame).toEqual(Buffer.from([0x82, 3, 2, 0x91, 6]))
})

it('returns the same frame when the same message is encoded again', () => {
  const message = new EncodedMessage(Buffer.from('{}'), 'text')
  expect(encodeWebSocketFrame(message)).toBe(encodeWebSocketFrame(message))
})
