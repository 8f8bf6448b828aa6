import { MalformedMessage } from '../errors.ts'

/** The maximum nesting. No sensible argument is nested deeper, and the stack overflows only at a far greater depth. */
const NESTING_MAX = 128

/**
 * Checks the lengths in a MessagePack value before it is decoded. A decoder allocates memory for the announced number
 * of array elements, and five bytes can announce more than four billion. All announced elements must fit into the
 * message.
 * @throws {MalformedMessage} when the elements do not fit, or when values are nested deeper than 128 levels
 */
export function checkMessagePackLengths(bytes: Buffer): void {
  if (bytes.length === 0) throw new MalformedMessage('A message is empty.')
  endOf(bytes, 0, 1, 0)
}

/**
 * Returns the end of the value at `at`. `after` is the number of announced elements that follow it, each of at least
 * one byte.
 */
function endOf(bytes: Buffer, at: number, level: number, after: number): number {
  const { size, elements } = headOf(bytes, at)
  let end = at + size
  if (elements + after > bytes.length - end) throw new MalformedMessage('A message announces more than it has.')
  if (elements > 0 && level > NESTING_MAX)
    throw new MalformedMessage(`A message nests deeper than ${NESTING_MAX} levels.`)
  for (let left = elements; left > 0; left--) end = endOf(bytes, end, level + 1, after + left - 1)
  return end
}

/**
 * The size of a value in bytes, without the elements of an array or map. `elements` is the number of these elements:
 * two for each entry of a map.
 */
interface Head {
  size: number
  elements: number
}

/** Reads the format in the first byte of a value (MessagePack specification, "Formats"). */
function headOf(bytes: Buffer, at: number): Head {
  const format = bytes.readUInt8(at)
  if (format < 0x80 || format >= 0xe0) return leaf(1)
  if (format < 0x90) return { size: 1, elements: 2 * (format & 0x0f) }
  if (format < 0xa0) return { size: 1, elements: format & 0x0f }
  if (format < 0xc0) return leaf(1 + (format & 0x1f))
  switch (format) {
    case 0xc0: // nil
    case 0xc2: // false
    case 0xc3: // true
      return leaf(1)
    case 0xcc: // uint 8
    case 0xd0: // int 8
      return leaf(2)
    case 0xcd: // uint 16
    case 0xd1: // int 16
    case 0xd4: // fixext 1
      return leaf(3)
    case 0xd5: // fixext 2
      return leaf(4)
    case 0xca: // float 32
    case 0xce: // uint 32
    case 0xd2: // int 32
      return leaf(5)
    case 0xd6: // fixext 4
      return leaf(6)
    case 0xcb: // float 64
    case 0xcf: // uint 64
    case 0xd3: // int 64
      return leaf(9)
    case 0xd7: // fixext 8
      return leaf(10)
    case 0xd8: // fixext 16
      return leaf(18)
    case 0xc4: // bin 8
    case 0xd9: // str 8
      return leaf(2 + lengthAt(bytes, at + 1, 1))
    case 0xc5: // bin 16
    case 0xda: // str 16
      return leaf(3 + lengthAt(bytes, at + 1, 2))
    case 0xc6: // bin 32
    case 0xdb: // str 32
      return leaf(5 + lengthAt(bytes, at + 1, 4))
    case 0xc7: // ext 8
      return leaf(3 + lengthAt(bytes, at + 1, 1))
    case 0xc8: // ext 16
      return leaf(4 + lengthAt(bytes, at + 1, 2))
    case 0xc9: // ext 32
      return leaf(6 + lengthAt(bytes, at + 1, 4))
    case 0xdc: // array 16
      return { size: 3, elements: lengthAt(bytes, at + 1, 2) }
    case 0xdd: // array 32
      return { size: 5, elements: lengthAt(bytes, at + 1, 4) }
    case 0xde: // map 16
      return { size: 3, elements: 2 * lengthAt(bytes, at + 1, 2) }
    case 0xdf: // map 32
      return { size: 5, elements: 2 * lengthAt(bytes, at + 1, 4) }
    default:
      throw new MalformedMessage('A message has a byte that MessagePack never uses.')
  }
}

function leaf(size: number): Head {
  return { size, elements: 0 }
}

function lengthAt(bytes: Buffer, at: number, width: number): number {
  if (at + width > bytes.length) throw new MalformedMessage('A message ends early.')
  return bytes.readUIntBE(at, width)
}
