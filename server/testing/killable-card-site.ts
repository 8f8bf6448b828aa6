import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import { PAYMENT_WEBHOOK_PATH } from '#contract/payments.ts'
import { chooseByRun } from '#contract/testing/soak-run.ts'
import { getDatabaseFilePath, prepareDataDir } from '../data-dir.ts'
import { openDatabase } from '../db/database.ts'
import { provisionEmptyDatabaseLocation } from './database.ts'
import { writeTemporaryFixture } from './fixture-build.ts'
import {
  type KillableServer,
  startKillableServerInThisProcess,
  startKillableServerProcess,
} from './killable-servers.ts'
import { createKitchen } from './kitchens.ts'
import { origins } from './origins.ts'
import { addPerson, createSessionTokens } from './people.ts'
import type { StripeCallHook } from './stripe/double.ts'
import { startStripeDouble } from './stripe-double.ts'

/** Thrown when the server does not reply because it was killed. */
export class ServerKilledError extends Error {}

/** Makes a call to the server. @returns the status and the body of the reply @throws {ServerKilledError} */
export type CallKillableServer = (
  method: string,
  path: string,
  options?: { body?: unknown; token?: string },
) => Promise<{
  status: number
  body: { order?: { orderId: string }; clientSecret?: string | null; paymentState?: string }
}>

/**
 * Creates a card site whose server can be killed and restarted, while its database and the double of Stripe keep
 * running. In `npm run soak` the server is a process (kill -9).
 */
export async function startKillableCardSite() {
  const folder = writeTemporaryFixture()
  const dataDir = join(folder, 'data')
  prepareDataDir(dataDir)
  const { url } = await provisionEmptyDatabaseLocation()
  const location = { url, file: getDatabaseFilePath(dataDir) }
  const db = await openDatabase(location)
  onTestFinished(() => db.destroy())
  const kitchen = await createKitchen({ db }, { portions: null })
  // All orders have the same customer, because only a few accounts may pay with the same card.
  const customer = await addPerson(db, { name: 'Nora' })

  let life: Promise<KillableServer> | undefined
  let resolveKill: (() => void) | undefined
  const double = await startStripeDouble({
    webhook: async (body, headers) => {
      const { status } = await send('POST', PAYMENT_WEBHOOK_PATH, { body, headers })
      return { statusCode: status }
    },
  })
  onTestFinished(double.close)
  /** Starts the server unless it is running. Resolves with its port. */
  async function start(): Promise<number> {
    life ??= chooseByRun(startKillableServerInThisProcess, startKillableServerProcess)({ folder, location, double })
    return (await life).port
  }

  async function kill(): Promise<void> {
    const ended = life
    life = undefined
    await (await ended)?.kill()
    resolveKill?.()
  }

  async function send(
    method: string,
    path: string,
    { body, headers }: { body?: string; headers: Record<string, string> },
  ) {
    if (!life) throw new ServerKilledError()
    const { port } = await life
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) })
      return { status: response.status, text: await response.text() }
    } catch (cause) {
      throw new ServerKilledError('The server has gone.', { cause })
    }
  }

  const ask: CallKillableServer = async (method, path, { body, token } = {}) => {
    const headers = {
      origin: origins[0],
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const { status, text } = await send(method, path, {
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status, body: text === '' ? {} : JSON.parse(text) }
  }

  return {
    db,
    double,
    kitchen,
    customer,
    start,
    kill,
    ask,
    tokenOf: async (userId: string) => (await createSessionTokens(db, userId)).token,
    /** Resolves when the server is killed the next time. */
    nextKill: () =>
      new Promise<void>((resolve) => {
        resolveKill = resolve
      }),
    /** Kills the server before or after the nth call with this name to Stripe. */
    killAt: (name: Parameters<StripeCallHook>[0]['name'], when: 'before' | 'after', place = 1) => {
      let left = place
      double.onCall = async (call, now) => {
        if (call.name !== name || now !== when || --left !== 0) return undefined
        await kill()
        // No reply is sent, because the killed server must not repeat the call.
        return 'hang'
      }
    },
    /** While the server is down, moves unpaid orders and payment checks into the past, beyond the payment deadline. */
    passTime: async () => {
      const ms = PAYMENT_DEADLINE_MS + MINUTE_MS
      await db
        .updateTable('orders')
        .set((eb) => ({ placed_at: eb('placed_at', '-', ms) }))
        .where('state', '=', 'awaiting_payment')
        .execute()
      await db
        .updateTable('payments')
        .set((eb) => ({ check_at: eb('check_at', '-', ms) }))
        .execute()
    },
  }
}

export type KillableCardSite = Awaited<ReturnType<typeof startKillableCardSite>>
