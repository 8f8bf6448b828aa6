import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { Overview } from '#contract/desk.ts'
import type { site } from '#site'
import type { Queries } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Subscription } from '../events/events.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import type { RenderPage } from '../http/pages.ts'
import type { Job } from '../jobs/repeat.ts'
import type { Sender } from '../outbox/deliver.ts'

/** The scope and `bind` for the routes of a feature. */
export interface Mount {
  scope: FastifyInstance
  bind: Bind
  /** Adds a scope to this one, for routes that read every body as bytes, whatever its type. */
  addScope: (name: string, routes: (mount: Pick<Mount, 'scope' | 'bind'>) => void) => void
}

/** The export and erasure of a person's data in one feature (GDPR, articles 15 and 17). */
export interface UserData {
  /** Returns the person's data by name, for the download of their data. Times are ISO 8601. */
  export: (db: Queries, userId: string) => Promise<Record<string, unknown>>
  /** Erases the data before the account is deleted; rows that refer to the account are deleted with it. */
  erase: (tx: Transaction<Schema>, userId: string) => Promise<void>
}

/** The counts of a feature on the first page of the desk. */
export type DeskCounts = {
  [Name in 'comments' | 'errors' | 'kitchens']?: (db: Queries) => Promise<Overview[Name]>
}

/** A message that the start prints, made from the site's address on this machine. */
export type StartMessage = (address: string) => string

/** Everything that the rest of the server knows of a feature. */
export interface Feature {
  name: string
  /** The switch of site.config.ts that turns it off; without one it is always on. */
  switchedBy?: keyof typeof site.features
  /** Adds the calls of browsers. */
  routes?: (mount: Mount) => void
  /** Adds the calls of other programs, which know neither cookies nor origins. */
  webhooks?: (scope: FastifyInstance) => void
  /** The pages that the feature renders for each address, by path. */
  pages?: Readonly<Record<string, RenderPage>>
  jobs?: readonly Job[]
  /** The senders of the feature's outbox entries. */
  senders?: readonly Sender[]
  /** A feature without `erase` keeps only rows that refer to the account. */
  userData?: Pick<UserData, 'export'> & Partial<UserData>
  subscriptions?: readonly Subscription[]
  deskCounts?: DeskCounts
  /** Prepares the database for a start; may run again. @param announce prints a message after the start */
  prepare?: (announce: (message: StartMessage) => void) => Promise<void>
}

/** Defines a feature. Additional properties are offered to other features by name. */
export const defineFeature = <F extends Feature>(feature: F): F => feature

/** Prepares features for a start, in their order. @returns their messages for the owner */
export async function prepareFeatures(features: readonly Feature[]): Promise<StartMessage[]> {
  const messages: StartMessage[] = []
  for (const { prepare } of features) await prepare?.((message) => messages.push(message))
  return messages
}

/** Returns exported data with its times as ISO 8601: the fields `at` and `…At`, in milliseconds since 1970. */
export const withIsoTimes = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isTime = /(^a|A)t$/.test(name) && typeof value === 'number'
      return [name, isTime ? new Date(value).toISOString() : value]
    }),
  )

/** Merges the user data of several parts, in their order. */
export const mergeUserData = (parts: readonly (Pick<UserData, 'export'> & Partial<UserData>)[]): UserData => ({
  export: async (db, userId) => {
    const exported = {}
    for (const part of parts) Object.assign(exported, await part.export(db, userId))
    return exported
  },
  erase: async (tx, userId) => {
    for (const part of parts) await part.erase?.(tx, userId)
  },
})

/** The user data of features, which are read when it is called. */
export const userDataOf = (features: readonly Feature[]): UserData => {
  const merged = () => mergeUserData(features.flatMap(({ userData = [] }) => userData))
  return { export: (...of) => merged().export(...of), erase: (...of) => merged().erase(...of) }
}

/** The desk counts of features, which are read when it is called. */
export const deskCountsOf = (features: readonly Feature[]): Required<DeskCounts> => {
  const counts = () => Object.assign({}, ...features.map(({ deskCounts }) => deskCounts)) as DeskCounts
  return {
    comments: async (db) => (await counts().comments?.(db)) ?? { waiting: 0, reported: 0 },
    errors: async (db) => (await counts().errors?.(db)) ?? 0,
    kitchens: async (db) => (await counts().kitchens?.(db)) ?? { pending: 0, openOrders: 0, paymentAlerts: 0 },
  }
}
