import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const fonts = new Map<string, Buffer>()

/** Returns a font of @fontsource as TrueType, from a cache after the first call. @param name its path without extension */
export function readFont(name: string): Buffer {
  const cachedFont = fonts.get(name)
  if (cachedFont) return cachedFont
  const font = unpackWoff(readFileSync(createRequire(import.meta.url).resolve(`@fontsource/${name}.woff`)))
  fonts.set(name, font)
  return font
}

const WOFF = { header: 44, entry: 20 }
const SFNT = { header: 12, entry: 16 }

/** Unpacks a WOFF file (W3C, WOFF 1.0). pdfkit can read WOFF, but inflates in JavaScript, which takes most of the time of a receipt. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** power * SFNT.entry, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE((count - 2 ** power) * SFNT.entry, 10)
  let end = SFNT.header + count * SFNT.entry
  for (let table = 0; table < count; table++) {
    const from = WOFF.header + table * WOFF.entry
    const [offset, packed, length, sum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(from + at)) as Four
    const data = woff.subarray(offset, offset + packed)
    const to = SFNT.header + table * SFNT.entry
    woff.copy(font, to, from, from + 4)
    font.writeUInt32BE(sum, to + 4)
    font.writeUInt32BE(end, to + 8)
    font.writeUInt32BE(length, to + 12)
    ;(packed < length ? inflateSync(data) : data).copy(font, end)
    // Each table begins at a multiple of four bytes.
    end += Math.ceil(length / 4) * 4
  }
  return font
}

type Four = [number, number, number, number]
