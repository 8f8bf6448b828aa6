import * as calls from '#contract/desk.ts'
import { type AuditLogEntry, auditLogEntrySchema } from '#contract/desk.ts'
import * as inboxCalls from '#contract/desk-inbox.ts'
import { INBOX_ITEMS_MAX } from '#contract/limits.ts'
import * as setupCalls from '#contract/setup.ts'
import { countRowsByValue } from '../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { readPageNewestFirst } from '../../db/read-list-page.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import type { Gauge } from '../../http/metrics.ts'
import { mergeDamagedRows, type PresentedRows, presentRows } from '../../http/present-rows.ts'
import { defineFeature, type InboxSource, type SetupChecksByStep } from '../define-feature.ts'
import {
  countMailByState,
  failedMailInboxSource,
  listDeskMail,
  personMailRecordSource,
  readRedactedMail,
  retryMail,
  showMailWithSecretLinks,
} from './mail.ts'
import {
  createSiteSetupChecks,
  listSetupSteps,
  recordStarterPages,
  type SetupContext,
  setSetupStepSkipped,
} from './setup.ts'

const LOG_ENTRIES = 8

interface DeskContext extends SetupContext {
  smtp: boolean
  countPeople: (db: DatabaseOrTx) => Promise<Pick<calls.DeskOverview, 'readers' | 'newReaders' | 'guests'>>
  /** Returns the inbox sources of all features. */
  inboxSources: () => readonly InboxSource[]
  /** Returns the setup checks of all features. */
  setupChecks: () => SetupChecksByStep
}

export const createDeskFeature = (context: DeskContext) =>
  defineFeature({
    name: 'desk',
    switchedBy: 'accounts',
    routes: ({ bind }) => deskRoutes(bind, context),
    inbox: [failedMailInboxSource],
    gauges: deskGauges(context),
    personRecords: [personMailRecordSource],
    setupChecks: createSiteSetupChecks(context),
    prepare: () => recordStarterPages(context),
    logOf: listAuditLogAboutPerson,
  })

const deskGauges = ({ db, inboxSources }: DeskContext): Gauge[] => [
  {
    name: 'inbox_waiting',
    help: 'Entries of the inbox of the desk, by kind.',
    label: 'kind',
    read: () => countWaiting(db, inboxSources()),
  },
  {
    name: 'outbox_waiting',
    help: 'Mails, pushes and other work that waits to be sent, by kind.',
    label: 'kind',
    read: () =>
      countRowsByValue(db.selectFrom('outbox').where('state', '=', 'waiting'), 'kind', [
        'mail',
        'push',
        'link_request',
        'newsletter',
      ]),
  },
]

/** Adds the calls of the desk (S6.04). The audit log records each change by an admin, and each mail that is read. */
function deskRoutes(bind: BindEndpoint, { db, smtp, countPeople, inboxSources, setupChecks }: DeskContext): void {
  bind(calls.getDeskOverview, async () => {
    const log = await latestLog(db, LOG_ENTRIES)
    return { ...(await countPeople(db)), mail: await countMailByState(db), smtp, log: log.shown, damaged: log.damaged }
  })

  bind(inboxCalls.listInbox, async ({ query: { kind } }) => {
    const sources = inboxSources()
    const lists = []
    for (const source of sources) if (kind === 'all' || kind === source.kind) lists.push(await source.list(db))
    const items = lists.flatMap(({ shown }) => shown).toSorted((a, b) => b.at - a.at)
    return {
      items: items.slice(0, INBOX_ITEMS_MAX),
      waiting: await countWaiting(db, sources),
      damaged: mergeDamagedRows(...lists),
    }
  })
  bind(inboxCalls.getInboxCounts, async () => ({ waiting: await countWaiting(db, inboxSources()) }))

  bind(calls.listDeskMail, async ({ query }) => ({ ...(await listDeskMail(db, query)), smtp }))
  bind(calls.getMail, ({ params: { id }, actor }) => readRedactedMail(db, actor, id))
  bind(calls.showMailWithSecretLinks, ({ params: { id }, actor }) => showMailWithSecretLinks(db, actor, id))
  bind(calls.retryMail, ({ params: { id }, actor }) => retryMail(db, actor, id))

  bind(setupCalls.listSetupSteps, async ({ client }) => ({ steps: await listSetupSteps(db, setupChecks(), client) }))
  bind(setupCalls.setSetupStepSkipped, ({ params: { name }, body: { isSkipped }, actor }) =>
    setSetupStepSkipped(db, actor, name, isSkipped),
  )

  bind(calls.listAuditLog, ({ query }) => listAuditLog(db, query.cursor))
}

async function countWaiting(db: DatabaseOrTx, sources: readonly InboxSource[]): Promise<inboxCalls.InboxCounts> {
  const counts: inboxCalls.InboxCounts = {}
  for (const { kind, count } of sources) counts[kind] = await count(db)
  return counts
}

/** Lists the audit log, newest first. @returns a page of the log and the cursor of the next page */
async function listAuditLog(db: DatabaseOrTx, cursor?: string) {
  const { rows, next } = await readPageNewestFirst(entries(db), 'id', cursor)
  const { shown, damaged } = presentEntries(rows)
  return { entries: shown, damaged, next }
}

export async function listAuditLogAboutPerson(
  db: DatabaseOrTx,
  personId: string,
): Promise<PresentedRows<AuditLogEntry>> {
  return presentEntries(await entries(db).where('target_id', '=', personId).orderBy('id', 'desc').limit(50).execute())
}

async function latestLog(db: DatabaseOrTx, limit: number): Promise<PresentedRows<AuditLogEntry>> {
  return presentEntries(await entries(db).orderBy('id', 'desc').limit(limit).execute())
}

const entries = (db: DatabaseOrTx) =>
  db.selectFrom('audit_log').select(['id', 'at', 'actor_name as actor', 'action', 'target_name as target', 'detail'])

type Row = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

const presentEntries = (rows: readonly Row[]) =>
  presentRows('entry of the log', auditLogEntrySchema, rows, (row) => row)
