import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '#contract/limits.ts'
import { getStatistics, receiveVisits, type StatisticsPeriodDays } from '#contract/statistics.ts'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../http/failures.ts'
import type { OwnOriginList } from '../../http/origins.ts'
import { computeOncePerBuild, type ServedBuild } from '../../http/served-build.ts'
import { defineFeature } from '../define-feature.ts'
import { countReportedVisits, createPagePathFinder, isUncountedVisit } from './count-visit-message.ts'
import { readStatistics } from './figures.ts'
import { createReaderHasher } from './reader-hashes.ts'
import { createVisitCounter, WHOLE_SITE_PAGE } from './visit-counter.ts'
import { deleteOldStatistics, writeCounts } from './write-counts.ts'

interface StatisticsOptions {
  db: Database
  /** The build that the server serves. Only visits to its pages are counted. */
  build: ServedBuild
  /** The origins whose pages send messages. */
  origins: OwnOriginList
  reportFailure: (operation: string, message: string) => (error: unknown) => void
}

/** Counts visits and readers without cookies, and shows the counts at the desk. */
export function createStatisticsFeature({ db, build, origins, reportFailure }: StatisticsOptions) {
  const counter = createVisitCounter()
  const context = {
    counter,
    findPage: computeOncePerBuild(build, ({ files, pages }) =>
      createPagePathFinder({ paths: files.pages, former: new Map(pages.map(({ path, aliases }) => [path, aliases])) }),
    ),
    hosts: origins.map((origin) => new URL(origin).host),
    hashReader: createReaderHasher(db),
  }
  const titles = computeOncePerBuild(build, ({ pages }) => new Map(pages.map(({ path, title }) => [path, title])))
  const write = () => writeCounts(db, counter)

  return defineFeature({
    name: 'statistics',
    switchedBy: 'statistics',
    routes: ({ scope, bind, addScope }) => {
      addScope('visits', (intake) => {
        intake.scope.addHook('onRequest', refuseOrIgnore(origins))
        intake.bind(receiveVisits, ({ body, client }) => countReportedVisits(context, body, client))
      })
      bind(getStatistics, ({ query: { days, page = WHOLE_SITE_PAGE } }) =>
        readStatistics(db, Number(days) as StatisticsPeriodDays, page, titles()),
      )
      scope.addHook('onClose', () => write().catch(reportFailure('statistics', 'the last visits could not be written')))
    },
    jobs: [{ everyMs: MINUTE_MS, run: write }],
    leaderJobs: [{ everyMs: MINUTE_MS, run: () => deleteOldStatistics(db) }],
  })
}

/** Refuses messages of other sites, and answers visits that must not be counted, before their content is read. */
const refuseOrIgnore =
  (origins: OwnOriginList) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!origins.includes(headers.origin ?? '')) throw new Refusal('foreign_origin')
    return isUncountedVisit(headers) ? reply.code(204).send() : undefined
  }
