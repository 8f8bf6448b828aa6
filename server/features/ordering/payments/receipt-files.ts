import type { FastifyInstance } from 'fastify'
import { getReceiptPdf, type Receipt } from '#contract/payments.ts'
import type { Database } from '../../../db/database.ts'
import { type AuthenticateToken, findActor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { createEndpointRateLimits } from '../../../http/rate-limits.ts'
import { renderReceiptPdf } from './receipt-pdf.ts'
import { listReceipts } from './receipt-rows.ts'

export function receiptFileRoutes(scope: FastifyInstance, db: Database, authenticate: AuthenticateToken): void {
  const limits = createEndpointRateLimits(scope, getReceiptPdf)
  scope.get(getReceiptPdf.path, async (request, reply) => {
    await limits.byAddress(request)
    const actor = await findActor(request, authenticate)
    if (request.headers.authorization !== undefined && !actor) throw new Refusal('unauthenticated')
    const params = getReceiptPdf.params.safeParse(request.params)
    const query = getReceiptPdf.query.safeParse(request.query)
    if (!params.success || !query.success) throw new Refusal('not_found')
    const { id, receiptId } = params.data
    const { shown } = await listReceipts(db, id, { actor, token: query.data.token })
    const receipt = shown.find((candidate) => candidate.receiptId === receiptId)
    if (!receipt) throw new Refusal('not_found')
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${toFileName(receipt)}"`)
      .type('application/pdf')
      .send(await renderReceiptPdf(receipt))
  })
}

/** Returns a name such as "corner-kitchen-receipt-12.pdf". Its letters are safe in headers (RFC 6266) and on disks. */
function toFileName({ kind, number, kitchen }: Receipt): string {
  const text = `${kitchen.name} ${kind} ${number}`.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')
  return `${text.replace(/[^a-z0-9]+/g, '-').replace(/^-/, '')}.pdf`
}
