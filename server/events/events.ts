import type { Comment } from '#contract/comments.ts'
import type { OrderState } from '#contract/order-states.ts'
import { afterCommit } from '../db/after-commit.ts'
import type { AuditActor } from '../db/audit-log.ts'
import type { DatabaseOrTx, Tx } from '../db/database.ts'
import type { EmailKey } from '../db/email-key.ts'
import { ensureTransaction } from '../db/ensure-transaction.ts'

/** The payload of each event by its name. A feature that publishes an event does not know the subscribers. */
export interface DomainEvents {
  /** A public comment is new or has changed. `total`: the number of comments on its page. */
  'comment.saved': { comment: Comment; total: number }
  'comment.removed': { id: string; pageUrl: string; total: number }
  'comments.changed': { pageUrl: string }
  /** A comment or a kitchen waits for a decision of an admin, or an admin has made that decision. */
  'moderation.changed': undefined
  'notices.changed': undefined
  /** The server has begun to serve a newer build. */
  'build.served': undefined
  /** A public page has appeared. This event is published once for a page, whatever the number of processes. */
  'page.appeared': { key: string; title: string; description: string; path: string }
  /** Readers can no longer open a page that has appeared. Each process publishes this event, once for each build. */
  'page.withdrawn': { key: string }
  'tools.changed': undefined
  'errors.changed': undefined
  /** An order is new, or its state or payment has changed. `userId`: the account of its customer. */
  'order.changed': { orderId: string; kitchenId: string; version: number; userId: string | null }
  'order.moved': { orderId: string; from: OrderState; to: OrderState }
  /** The personal data of an ended order is erased, because the customer's account was deleted before. */
  'order.anonymised': { orderId: string }
  /** The menu, the hours, the pauses, the full slots or the status of a kitchen have changed. */
  'kitchen.changed': { kitchenId: string }
  /** The permissions of an account have changed, or one of its sessions has ended. */
  'access.changed': { userId: string }
  /** The name, the picture, a role or the ban of an account has changed. */
  'profile.changed': { userId: string }
  /** An account has been banned. `by`: the admin. */
  'account.banned': { userId: string; by: AuditActor }
  /** A person has confirmed the email address of their account. */
  'email.confirmed': { userId: string; key: EmailKey }
}
export type EventName = keyof DomainEvents

type Payload<Name extends EventName> = DomainEvents[Name] extends undefined ? [] : [payload: DomainEvents[Name]]
type Run = (payload: never, tx: Tx) => unknown

/**
 * A function that runs for an event, after the commit (`subscribe`) or in the transaction
 * (`createTransactionSubscription`).
 */
export interface Subscription {
  event: EventName
  isInTransaction: boolean
  run: Run
}

export interface EventBus {
  /**
   * Publishes an event. Subscribers in the transaction run immediately, and the transaction fails when one of them
   * throws. Other subscribers run once after the commit, in the order of publishing. If `db` is not a transaction, all
   * subscribers run immediately.
   */
  publish: <Name extends EventName>(db: DatabaseOrTx, event: Name, ...payload: Payload<Name>) => Promise<void>
  subscribe: (subscriptions: readonly Subscription[]) => void
}

/**
 * Returns a subscription that runs after the commit. When `run` fails, the error is reported, and the publisher and
 * other subscribers continue.
 */
export const createSubscription = <Name extends EventName>(
  event: Name,
  run: (payload: DomainEvents[Name]) => unknown,
): Subscription => ({ event, isInTransaction: false, run })

/** Returns a subscription that runs in the publisher's transaction: when `run` throws, nothing is committed. */
export const createTransactionSubscription = <Name extends EventName>(
  event: Name,
  run: (payload: DomainEvents[Name], tx: Tx) => Promise<unknown>,
): Subscription => ({ event, isInTransaction: true, run })

/** Creates the event bus of one app. @param report receives errors of subscribers after a commit */
export function createEventBus(report: (error: unknown) => void): EventBus {
  const subscriptions: Subscription[] = []
  const subscribersOf = (event: EventName, isInTransaction: boolean) =>
    subscriptions.filter(
      (subscription) => subscription.event === event && subscription.isInTransaction === isInTransaction,
    )

  return {
    publish: async (db, event, ...[payload]) => {
      const parts = subscribersOf(event, true)
      if (parts.length > 0)
        await ensureTransaction(db, async (tx) => {
          for (const { run } of parts) await run(payload as never, tx)
        })
      await afterCommit(db, () => {
        for (const { run } of subscribersOf(event, false))
          void (async () => run(payload as never, undefined as never))().catch(report)
      })
    },
    subscribe: (more) => void subscriptions.push(...more),
  }
}
