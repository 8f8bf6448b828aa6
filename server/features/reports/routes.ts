import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/reports.ts'
import { by } from '../../db/audit-log.ts'
import type { Database } from '../../db/database.ts'
import type { Events } from '../../events/events.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import { deleteError, getError, listErrorEvents, listErrors, setErrorState } from './desk-errors.ts'
import { parseEnvelope } from './envelope.ts'
import type { Reports } from './reports.ts'

/**
 * Receives the reports of pages (S7.16). Browsers send an envelope as text or without a type, so bodies on this scope
 * are bytes, never decompressed. The origin is checked before the body is read.
 * @param scope a scope of its own
 * @param bind the `bind` of that scope
 */
export function reportIntakeRoutes(
  scope: FastifyInstance,
  bind: Bind,
  { reports, origins }: { reports: Reports; origins: readonly string[] },
): void {
  scope.addHook('onRequest', async ({ headers: { origin = '' } }) => {
    if (!origins.includes(origin)) throw new Refusal('foreign_origin')
  })
  bind(calls.receiveErrorReport, async ({ body, client: { address, userAgent } }) => {
    const limits = await reports.take(parseEnvelope(body), { address, userAgent })
    return { status: 200, body: {}, ...(limits && { headers: { 'x-sentry-rate-limits': limits } }) }
  })
}

/** Adds the settings of reporting, and the errors at the desk (S6.04). */
export function reportRoutes(
  bind: Bind,
  { db, reports, events }: { db: Database; reports: Reports; events: Events },
): void {
  bind(calls.getReportSettings, () => ({ replays: reports.passesOn }))

  bind(calls.listErrors, async ({ query }) => ({ ...(await listErrors(db, query)), passedOn: reports.passesOn }))
  bind(calls.getError, async ({ params: { id } }) => {
    const error = await getError(db, id)
    const { shown: events, damaged } = await listErrorEvents(db, id)
    return { error, events, damaged }
  })
  bind(calls.setErrorState, async ({ params: { id }, body, actor }) => {
    const error = await setErrorState(db, by(actor), id, body.state)
    await events.publish(db, 'errors.changed')
    return error
  })
  bind(calls.deleteError, async ({ params: { id }, actor }) => {
    await deleteError(db, by(actor), id)
    await events.publish(db, 'errors.changed')
  })
}
