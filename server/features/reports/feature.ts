import type { FastifyRequest } from 'fastify'
import { HOUR_MS } from '#contract/limits.ts'
import type { Origins } from '../../http/origins.ts'
import { defineFeature } from '../define-feature.ts'
import { countOpenErrors } from './desk-errors.ts'
import { policyReportRoutes } from './policy-reports.ts'
import { createReports, type ReportContext } from './reports.ts'
import { reportIntakeRoutes, reportRoutes } from './routes.ts'
import { errorContextOf } from './server-error.ts'
import { dropOldErrors } from './store-report.ts'
import { reportUserData } from './user-data.ts'

/** @param context.siteOrigins the origins of the site's own pages; `origins` also has those of the app */
export function reports({ siteOrigins, ...context }: ReportContext & { siteOrigins: Origins }) {
  const reports = createReports(context)
  const { db, events, origins, version } = context
  return defineFeature({
    name: 'reports',
    reports,
    /** Reports the error of a request. */
    reportRequest: (error: unknown, request: FastifyRequest) =>
      void reports.serverError(error, errorContextOf(request)),
    routes: ({ bind, addScope }) => {
      addScope('report intake', (intake) => reportIntakeRoutes(intake.scope, intake.bind, { reports, origins }))
      addScope('policy reports', (intake) =>
        policyReportRoutes(intake.bind, { reports, origins: siteOrigins, version }),
      )
      reportRoutes(bind, { db, reports, events })
    },
    jobs: [{ everyMs: HOUR_MS, run: () => dropOldErrors(db) }],
    userData: reportUserData,
    deskCounts: { errors: countOpenErrors },
  })
}
