import type * as z from 'zod'

/** A body that has been through the schema of its reply and is JSON already, to be sent as often as it is asked for. */
export class PreparedBody {
  readonly bytes: Buffer

  /** @throws {z.ZodError} when the schema does not take it */
  constructor(schema: z.ZodType, body: unknown) {
    this.bytes = Buffer.from(JSON.stringify(schema.parse(body)))
  }
}
