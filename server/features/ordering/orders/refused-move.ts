import { formatRelativeDayTime, formatRelativeDayTimePhrase } from '#contract/opening-hours.ts'
import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import { buildAccountsQuery } from '../../../db/accounts.ts'
import type { Tx } from '../../../db/database.ts'
import type { MoveActor, MoveRequest } from './order-context.ts'
import type { OrderRow } from './order-rows.ts'

const pastTenseOfState: Partial<Record<OrderState, string>> = {
  accepted: 'accepted it',
  preparing: 'started cooking it',
  ready: 'marked it as ready',
  out_for_delivery: 'sent it out',
  collected: 'handed it over',
  delivered: 'delivered it',
  rejected: 'rejected it',
  cancelled: 'cancelled it',
}

/**
 * Explains to a member of the kitchen why their move was refused: which member moved the order earlier, when and how.
 * Example: "Sam accepted it at 18:05 for 18:30. Your time, 18:40, was not taken."
 */
export async function describeRefusedMove(
  tx: Tx,
  row: OrderRow,
  mover: MoveActor,
  request: MoveRequest,
  now: number,
): Promise<string> {
  const event = await tx
    .selectFrom('order_events')
    .leftJoin(buildAccountsQuery(tx).as('mover'), 'mover.id', 'order_events.actor_id')
    .select(['actor', 'actor_id', 'at', 'to_state', 'reason', 'promised_at', 'mover.name'])
    .where('order_id', '=', row.id)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  const verb = event && pastTenseOfState[event.to_state]
  const refusal =
    row.state === request.to
      ? describeDiscardedRequest(row, request, now)
      : describeImpossibleMove(row.state, request.to)
  if (!verb) return refusal
  const names = { customer: 'The customer', vendor: event.name, admin: event.name, system: 'The site', payment: null }
  const winner = event.actor_id === mover.id ? 'You' : (names[event.actor] ?? 'Somebody')
  const promise =
    event.promised_at === null ? '' : ` for ${formatRelativeDayTime(event.promised_at, row.timezone, now)}`
  const reason = event.reason === '' ? '.' : `: “${event.reason}”`
  return `${winner} ${verb} ${formatRelativeDayTimePhrase(event.at, row.timezone, now)}${promise}${reason} ${refusal}`
}

const describeDiscardedRequest = ({ timezone }: OrderRow, { promisedAt }: MoveRequest, now: number): string =>
  promisedAt === undefined
    ? 'Your reason was not sent.'
    : `Your time, ${formatRelativeDayTime(promisedAt, timezone, now)}, was not taken.`

/** Explains in a sentence that an order in the state `from` cannot get the state `to`. */
export const describeImpossibleMove = (from: OrderState, to: OrderState): string =>
  `It is “${orderStateLabels[from]}” and cannot become “${orderStateLabels[to]}”.`
