import { HubError } from '@hobohat/hub'
import * as z from 'zod'

/** Parses the arguments of watchPage. @throws {HubError} */
export function watchArguments(args: unknown[]): [string | null] {
  const parsed = z.tuple([z.string().max(200).nullable()]).safeParse(args)
  if (!parsed.success) throw new HubError('watchPage takes the key of a page, or null.')
  return parsed.data
}

/** Parses the arguments of watchOrder. @throws {HubError} */
export function watchOrderArguments(args: unknown[]): [string | null, string | null] {
  const parsed = z.tuple([z.uuid().nullable(), z.string().max(100).nullable()]).safeParse(args)
  if (!parsed.success) throw new HubError('watchOrder takes the id of an order and a token, or null for each.')
  return parsed.data
}

/** Parses the arguments of watchKitchen. @throws {HubError} */
export function watchKitchenArguments(args: unknown[]): [string | null] {
  const parsed = z.tuple([z.uuid().nullable()]).safeParse(args)
  if (!parsed.success) throw new HubError('watchKitchen takes the id of a kitchen, or null.')
  return parsed.data
}
