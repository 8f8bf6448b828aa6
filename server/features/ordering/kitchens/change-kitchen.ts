import type { Selectable } from 'kysely'
import type { Endpoint, HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { ManagedKitchen, MemberRole } from '#contract/kitchen.ts'
import { recordAction } from '../../../db/audit-log.ts'
import type { Database, DatabaseOrTx, Tx } from '../../../db/database.ts'
import type { VendorsTable } from '../../../db/ordering-tables.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import type { EventBus } from '../../../events/events.ts'
import type { Actor } from '../../../http/actor.ts'
import type { BindEndpoint } from '../../../http/bind-endpoint.ts'
import { createNotFoundRefusal, Refusal } from '../../../http/failures.ts'
import { findMemberRole } from '../access.ts'
import { readManagedKitchen } from './managed-kitchen.ts'

export interface KitchenContext {
  db: Database
  origin: string
  events: EventBus
}

/** Which members of a kitchen may make a call: all members, or only owners. Admins may make every call. */
type AllowedCallers = 'members' | 'owners'

/** A row that belongs to a kitchen, such as an item. */
export interface KitchenChildRowKey {
  kitchenId: string
  id: string
}

/**
 * Returns the role of the caller in a kitchen, or null for an admin who is not a member.
 * @throws {Refusal} not_found when the caller does not work there; forbidden for staff when only owners are allowed
 */
export async function requireKitchenRoleOrAdmin(
  db: DatabaseOrTx,
  actor: Actor,
  kitchenId: string,
  allow: AllowedCallers,
): Promise<MemberRole | null> {
  const role = (await findMemberRole(db, kitchenId, actor.userId)) ?? null
  if (actor.roles.includes('Admin')) return role
  if (role === null) throw new Refusal('not_found')
  if (allow === 'owners' && role !== 'owner') throw new Refusal('forbidden')
  return role
}

/** @throws {Refusal} not_found when the kitchen has no such row */
export async function refuseRowOfOtherKitchen(
  db: DatabaseOrTx,
  table: 'menu_categories' | 'menu_items' | 'orders',
  { kitchenId, id }: KitchenChildRowKey,
): Promise<void> {
  await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirstOrThrow(createNotFoundRefusal)
}

/**
 * Locks a kitchen until the end of the transaction. Other changes and new orders wait.
 * @throws {Refusal} not_found
 */
export function lockKitchen(tx: Tx, kitchenId: string): Promise<Selectable<VendorsTable>> {
  return tx
    .updateTable('vendors')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', kitchenId)
    .returningAll()
    .executeTakeFirstOrThrow(createNotFoundRefusal)
}

/** Names the part of a kitchen that a call changes, such as `hours`: the path segment after the kitchen. */
const nameChangedPart = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.split('/')[4]?.replaceAll('-', ' ') ?? 'settings'

/**
 * Changes a kitchen and publishes that it has changed. The change of an admin who is not a member is logged.
 * @param change receives the locked kitchen as it is before the change
 * @returns the kitchen after the change, and the result of `change`
 * @throws {Refusal} not_found, forbidden, and the refusals of `change`
 */
export function runKitchenChange<Result>(
  { db, events }: KitchenContext,
  {
    actor,
    kitchenId,
    allow,
    endpoint,
  }: { actor: Actor; kitchenId: string; allow: AllowedCallers; endpoint: Pick<Endpoint, 'path'> },
  change: (tx: Tx, kitchen: Selectable<VendorsTable>) => Promise<Result>,
): Promise<{ kitchen: ManagedKitchen; result: Result }> {
  return retryTransaction(db, async (tx) => {
    const role = await requireKitchenRoleOrAdmin(tx, actor, kitchenId, allow)
    const kitchen = await lockKitchen(tx, kitchenId)
    const result = await change(tx, kitchen)
    if (role === null)
      await recordAction(tx, {
        actor,
        action: 'kitchen changed',
        target: { id: kitchenId, name: kitchen.name },
        detail: nameChangedPart(endpoint),
      })
    await events.publish(tx, 'kitchen.changed', { kitchenId })
    return { kitchen: await readManagedKitchen(tx, kitchenId, role), result }
  })
}

/** The path parameters of a call, with `vId` renamed to `kitchenId`. */
type KeyOf<E extends Endpoint> = Omit<HandlerInput<E>['params'], 'vId'> & { kitchenId: string }

/** Returns a function that binds a call which changes a kitchen. By default, the reply is the changed kitchen. */
export const createKitchenChangeBinder =
  (bind: BindEndpoint, context: KitchenContext) =>
  <E extends Endpoint, Result>(
    endpoint: E,
    allow: AllowedCallers,
    change: (tx: Tx, key: KeyOf<E>, body: HandlerInput<E>['body'], before: Selectable<VendorsTable>) => Promise<Result>,
    present: (kitchen: ManagedKitchen, result: Result) => HandlerReply<E>['body'] = (kitchen) => kitchen as never,
  ): void =>
    bind<Endpoint, never>(endpoint, async ({ actor, params, body }) => {
      const { vId: kitchenId, ...path } = params as unknown as { vId: string }
      const { kitchen, result } = await runKitchenChange(context, { actor, kitchenId, allow, endpoint }, (tx, before) =>
        change(tx, { ...path, kitchenId } as KeyOf<E>, body as never, before),
      )
      return present(kitchen, result) as never
    })
