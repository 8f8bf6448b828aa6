import { encode } from '@msgpack/msgpack'
import type { Random } from './random.ts'

export type MessageFormat = 'json' | 'messagepack'

/** Values that few fields of a message accept. */
const oddValues = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  'x',
  '0',
  's1',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud83d',
  '💧',
  [],
  [[]],
  {},
  { __proto__: null, length: 5 },
  [null],
  new Array(50).fill([]),
  'y'.repeat(300),
] as const

const targets = [
  'echo',
  'ECHO',
  'count',
  'sum',
  'ask',
  'boom',
  'none',
  '',
  'toString',
  '__proto__',
  'constructor',
] as const

const odd = (random: Random): unknown => random.pick(oddValues as unknown as [unknown, ...unknown[]])

const id = (random: Random): unknown => (random.chance(0.8) ? String(random.below(6)) : odd(random))

const target = (random: Random): unknown =>
  random.chance(0.9) ? random.pick(targets as unknown as [string, ...string[]]) : odd(random)

const list = (random: Random): unknown =>
  random.chance(0.9) ? Array.from({ length: random.below(4) }, () => odd(random)) : odd(random)

/** Returns one hub message with its delimiter: valid, almost valid or random. */
export function createHostileMessage(random: Random, format: MessageFormat): Buffer {
  if (random.chance(0.05)) return random.bytes(random.below(400))
  const bytes = format === 'json' ? jsonMessage(random) : messagePackMessage(random)
  return random.chance(0.25) ? damage(bytes, random) : bytes
}

function jsonMessage(random: Random): Buffer {
  const type = random.chance(0.95) ? random.below(11) : odd(random)
  const message: Record<string, unknown> = { type, invocationId: id(random) }
  if (random.chance(0.2)) delete message.invocationId
  if (random.chance(0.7)) message.target = target(random)
  if (random.chance(0.7)) message.arguments = list(random)
  if (random.chance(0.2)) message.streamIds = list(random)
  if (random.chance(0.4)) message.item = odd(random)
  if (random.chance(0.3)) message.result = odd(random)
  if (random.chance(0.2)) message.error = odd(random)
  if (random.chance(0.4)) message.sequenceId = random.chance(0.5) ? random.below(20) : odd(random)
  if (random.chance(0.01)) message.padding = 'z'.repeat(40_000)
  return Buffer.from(`${JSON.stringify(message)}\x1e`)
}

function messagePackMessage(random: Random): Buffer {
  const fields: unknown[] = [
    random.chance(0.95) ? random.below(11) : odd(random),
    {},
    id(random),
    target(random),
    list(random),
  ]
  if (random.chance(0.3)) fields.push(list(random))
  if (random.chance(0.3)) fields.length = random.below(fields.length + 1)
  if (random.chance(0.01)) fields.push('z'.repeat(40_000))
  const body = random.chance(0.03) ? bomb(random) : Buffer.from(encode(fields))
  const length: number[] = []
  for (let rest = body.length; ; ) {
    const low = rest & 0x7f
    rest >>>= 7
    length.push(rest > 0 ? low | 0x80 : low)
    if (rest === 0) break
  }
  return Buffer.concat([Buffer.from(length), body])
}

/** Returns a few bytes that announce a very large number of elements. */
function bomb(random: Random): Buffer {
  const claim = random.pick([
    [0xdd, 0x01, 0xff, 0xff, 0xff],
    [0xdc, 0xff, 0xff],
    [0xdf, 0x7f, 0xff, 0xff, 0xff],
    [0x91],
  ])
  return Buffer.from(Array.from({ length: 1 + random.below(2_000) }, () => claim).flat())
}

function damage(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  const at = random.below(copy.length)
  const kind = random.below(4)
  if (kind === 0) return copy.subarray(0, at)
  if (kind === 1) return Buffer.concat([copy, copy.subarray(at)])
  if (kind === 2) return Buffer.concat([copy.subarray(0, at), random.bytes(1 + random.below(8)), copy.subarray(at)])
  copy[at] = random.below(256)
  return copy
}
