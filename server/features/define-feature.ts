import type { FastifyInstance } from 'fastify'
import type { InboxItem, InboxKind } from '#contract/desk-inbox.ts'
import type { PersonRecordEntry, RecordKind } from '#contract/person-records.ts'
import type { SetupFindings, SetupStepName } from '#contract/setup.ts'
import type { site } from '#site'
import type { DatabaseOrTx, Tx } from '../db/database.ts'
import type { Subscription } from '../events/events.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import type { ClientDetails } from '../http/client.ts'
import type { Gauge } from '../http/metrics.ts'
import type { RenderPage } from '../http/pages.ts'
import type { PresentedRows } from '../http/present-rows.ts'
import type { Job } from '../jobs/repeat-job.ts'
import type { OutboxSender } from '../outbox/deliver.ts'

/** The routing scope of a feature, and the function that binds its calls. */
export interface RouteScope {
  scope: FastifyInstance
  bind: BindEndpoint
  /** Adds a scope inside this scope, for routes that read every body as bytes, whatever its Content-Type. */
  addScope: (name: string, routes: (mount: Pick<RouteScope, 'scope' | 'bind'>) => void) => void
}

/** An account that is deleted, and the ids of the guests with its email address, who are deleted with it. */
export interface DeletedPerson {
  userId: string
  guestIds: readonly string[]
}

/** Exports and erases a person's data in one feature (GDPR, articles 15 and 17). */
export interface UserDataHandlers {
  /**
   * Returns the person's data for the data export, by name. Times are in milliseconds since 1970 in fields `at` and
   * `…At`, which the export converts to ISO 8601.
   */
  export: (db: DatabaseOrTx, userId: string) => Promise<Record<string, unknown>>
  /**
   * Erases data before the account is deleted. Rows that refer to the account need no erasure: the database deletes
   * them with the account.
   */
  erase: (tx: Tx, person: DeletedPerson) => Promise<void>
}

/** The items of one kind that wait for an admin. */
export interface InboxSource {
  kind: InboxKind
  count: (db: DatabaseOrTx) => Promise<number>
  /** Lists the latest `INBOX_ITEMS_MAX` items, in any order. */
  list: (db: DatabaseOrTx) => Promise<PresentedRows<InboxItem>>
}

/** The records of one kind that belong to a person. */
export interface PersonRecordSource {
  kind: RecordKind
  count: (db: DatabaseOrTx, person: { id: string; email: string }) => Promise<number>
  /** Lists the latest `PERSON_RECORDS_PER_KIND_MAX` records, the latest first. */
  list: (db: DatabaseOrTx, person: { id: string; email: string }) => Promise<PresentedRows<PersonRecordEntry>>
}

/** Checks whether a setup step is done. */
export type SetupCheck = (client: ClientDetails) => Promise<{ isDone: boolean; findings?: SetupFindings }>

export type SetupChecksByStep = { [Name in SetupStepName]?: SetupCheck }

/** Returns a message that the server prints when it has started. `address`: the site's address on this machine. */
export type StartupMessageBuilder = (address: string) => string

/** All parts of a feature that the server uses. */
export interface Feature {
  name: string
  /** The feature switch in site.config.ts; a feature without a switch is always on. */
  switchedBy?: keyof typeof site.features
  /** Adds the calls that browsers make. */
  routes?: (mount: RouteScope) => void
  /** Adds the calls that other programs make, which send neither cookies nor an origin. */
  webhooks?: (scope: FastifyInstance) => void
  /** Functions that render pages on the server, by the path of the page. */
  pages?: Readonly<Record<string, RenderPage>>
  /** Jobs that run in every process. Each job claims its work in the database. */
  jobs?: readonly Job[]
  /** Jobs that delete old rows. They run in one process only, the leader, also while the feature is switched off. */
  leaderJobs?: readonly Job[]
  /** The senders of the feature's outbox entries. */
  senders?: readonly OutboxSender[]
  /** A part without `erase` stores only rows that the database deletes with the account. */
  userData?: readonly (Pick<UserDataHandlers, 'export'> & Partial<UserDataHandlers>)[]
  subscriptions?: readonly Subscription[]
  /**
   * Subscriptions that keep stored rows consistent with accounts. They also run while the feature is switched off, and
   * before the other subscriptions of the feature.
   */
  rowSubscriptions?: readonly Subscription[]
  inbox?: readonly InboxSource[]
  personRecords?: readonly PersonRecordSource[]
  setupChecks?: SetupChecksByStep
  /** The feature's figures in the output of /metrics. */
  gauges?: readonly Gauge[]
  /**
   * Prepares the database when the server starts; it may run several times. @param announce prints a message after the
   * start
   */
  prepare?: (announce: (message: StartupMessageBuilder) => void) => Promise<void>
}

/** Returns the feature with the types of its additional properties, which server/app.ts gives to other features. */
export const defineFeature = <F extends Feature>(feature: F): F => feature

/** Prepares all features, one after another, before the server starts. @returns the messages for the site owner */
export async function runPrepareHooks(features: readonly Feature[]): Promise<StartupMessageBuilder[]> {
  const messages: StartupMessageBuilder[] = []
  for (const { prepare } of features) await prepare?.((message) => messages.push(message))
  return messages
}

/** Combines the export and the erasure of all features, in order. The list of features is read at each call. */
export const createSiteUserDataHandlers = (features: readonly Feature[]): UserDataHandlers => {
  const parts = () => features.flatMap(({ userData = [] }) => userData)
  return {
    export: async (db, userId) => {
      const exported = {}
      for (const part of parts()) Object.assign(exported, await part.export(db, userId))
      return exported
    },
    erase: async (tx, person) => {
      for (const part of parts()) await part.erase?.(tx, person)
    },
  }
}
