import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type * as z from 'zod'
import type { Encoding } from './encoding.ts'

/** Half a millisecond for fifty comments; the best quality takes fifty times as long for a tenth less. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A body that has been through the schema of its reply and is JSON already, to be sent as often as it is asked for. */
export class PreparedBody {
  readonly bytes: Buffer
  readonly #compressed: Partial<Record<Encoding, Buffer>> = {}

  /** @throws {z.ZodError} when the schema does not take it */
  constructor(schema: z.ZodType, body: unknown) {
    this.bytes = Buffer.from(JSON.stringify(schema.parse(body)))
  }

  /** The bytes in an encoding, compressed the first time that somebody asks for it. */
  in(encoding: Encoding): Buffer {
    if (encoding === 'identity') return this.bytes
    this.#compressed[encoding] ??= encoding === 'br' ? brotliCompressSync(this.bytes, brotli) : gzipSync(this.bytes)
    return this.#compressed[encoding]
  }
}
