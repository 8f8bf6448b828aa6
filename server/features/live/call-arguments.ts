import { HubError } from '@hobohat/hub'
import * as z from 'zod'

export const watchPageArguments = argumentParser(
  z.tuple([z.string().max(200).nullable()]),
  'watchPage takes the key of a page, or null.',
)
export const watchOrderArguments = argumentParser(
  z.tuple([z.uuid().nullable(), z.string().max(100).nullable()]),
  'watchOrder takes the id of an order and a token, or null for each.',
)
export const watchKitchenArguments = argumentParser(
  z.tuple([z.uuid().nullable()]),
  'watchKitchen takes the id of a kitchen, or null.',
)

/** Returns the parser of a method's arguments. It throws a HubError with this message for other arguments. */
function argumentParser<T>(schema: z.ZodType<T>, message: string): (args: unknown[]) => T {
  return (args) => {
    const parsed = schema.safeParse(args)
    if (!parsed.success) throw new HubError(message)
    return parsed.data
  }
}
