import type { FastifyRequest } from 'fastify'
import { HOUR_MS } from '#contract/limits.ts'
import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import type { OwnOriginList } from '../../http/origins.ts'
import { tryParseJson } from '../../http/try-parse-json.ts'
import { type DeletedPerson, defineFeature } from '../define-feature.ts'
import { errorInboxSource, personErrorRecordSource, type StoredEventPayload } from './desk-errors.ts'
import { createErrorCollector, type ReportContext, readServerErrorContext } from './reports.ts'
import { cspReportRoutes, deskErrorRoutes, reportIntakeRoutes } from './routes.ts'
import { deleteOldErrors } from './store-report.ts'

/**
 * Creates the feature of error reports. @param context.siteOrigins the origins of the site's own pages; `origins` also
 * contains the origins of the app
 */
export function createReportsFeature({ siteOrigins, ...context }: ReportContext & { siteOrigins: OwnOriginList }) {
  const reports = createErrorCollector(context)
  const { db, events, origins, build } = context
  return defineFeature({
    name: 'reports',
    reports,
    reportRequest: (error: unknown, request: FastifyRequest) =>
      void reports.serverError(error, readServerErrorContext(request)),
    routes: ({ bind, addScope }) => {
      addScope('report intake', (intake) => reportIntakeRoutes(intake.scope, intake.bind, { reports, origins }))
      addScope('policy reports', (intake) => cspReportRoutes(intake.bind, { reports, origins: siteOrigins, build }))
      deskErrorRoutes(bind, { db, reports, events })
    },
    leaderJobs: [{ everyMs: HOUR_MS, run: () => deleteOldErrors(db) }],
    userData: [reportUserData],
    inbox: [errorInboxSource],
    personRecords: [personErrorRecordSource],
  })
}

/** Exports the account data that error reports contain, and erases these data. The reports stay. */
const reportUserData = {
  export: async (db: DatabaseOrTx, userId: string) => {
    const rows = await listEvents(db, userId)
    const errorReports = rows.map(({ at, payload }) => {
      const { url, client, user } = Object(tryParseJson(payload)) as Partial<StoredEventPayload>
      return { at, url, client, user }
    })
    return { errorReports }
  },
  erase: async (tx: Tx, { userId, guestIds }: DeletedPerson) => {
    for (const { id, payload } of await listEvents(tx, userId, ...guestIds)) {
      const event = { ...Object(tryParseJson(payload)), user: null }
      await tx
        .updateTable('error_events')
        .set({ user_id: null, payload: JSON.stringify(event) })
        .where('id', '=', id)
        .execute()
    }
  },
}

const listEvents = (db: DatabaseOrTx, ...userIds: string[]) =>
  db.selectFrom('error_events').select(['id', 'at', 'payload']).where('user_id', 'in', userIds).orderBy('at').execute()
