import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { PAYMENT_WAIT_MS } from '#contract/ordering-limits.ts'
import { WEBHOOK_PATH } from '#contract/payments.ts'
import { databaseFile, prepareDataDir } from '../data-dir.ts'
import { openDatabase } from '../db/database.ts'
import { origins } from './app.ts'
import { locateEmptyDatabase } from './database.ts'
import { writeFixtureBuild } from './fixture-build.ts'
import { createKitchen } from './kitchens.ts'
import { addPerson, newToken } from './people.ts'
import { type RunningServer, runServer } from './run-server.ts'
import { type OnCall, startStripe } from './stripe-double.ts'

/** The server did not answer: it has been killed. */
export class Died extends Error {}

/** Asks the server; the answer's status and body. @throws {Died} */
export type AskServer = (
  method: string,
  path: string,
  options?: { body?: unknown; token?: string },
) => Promise<{
  status: number
  body: { order?: { orderId: string }; clientSecret?: string | null; paymentState?: string }
}>

/** A real server that takes cards at a double of Stripe, and is killed (kill -9); its database, and Stripe, go on. */
export async function startCrashingSite() {
  const folder = writeFixtureBuild()
  const dataDir = join(folder, 'data')
  prepareDataDir(dataDir)
  const { url } = await locateEmptyDatabase()
  const db = await openDatabase({ url, file: databaseFile(dataDir) })
  onTestFinished(() => db.destroy())
  const kitchen = await createKitchen({ db }, { portions: null })
  // One with one card: of several accounts with the same card only some are served.
  const customer = await addPerson(db, { name: 'Nora' })

  let running: RunningServer | undefined
  let toldOfKill: (() => void) | undefined
  let starting: Promise<number> | undefined
  const double = await startStripe({
    webhook: async (body, headers) => {
      const { status } = await send('POST', WEBHOOK_PATH, { body, headers })
      return { statusCode: status }
    },
  })
  onTestFinished(double.close)
  const environment = {
    DATA_DIR: dataDir,
    SAMPLES: 'off',
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: join(tmpdir(), 'hobohat-compiled'),
    ORIGINS: origins.join(','),
    ...(url && { DATABASE_URL: url }),
    STRIPE_SECRET_KEY: double.secretKey,
    STRIPE_PUBLISHABLE_KEY: double.publishableKey,
    STRIPE_WEBHOOK_SECRET: double.webhookSecret,
    STRIPE_API: double.origin,
  }

  /** Starts the server, unless it runs; resolves with its port. */
  function start(): Promise<number> {
    starting ??= (async () => {
      running = runServer(folder, environment)
      return running.port
    })()
    return starting
  }

  async function kill(): Promise<void> {
    const server = running
    running = undefined
    starting = undefined
    server?.kill('SIGKILL')
    await server?.ended
    toldOfKill?.()
  }

  async function send(
    method: string,
    path: string,
    { body, headers }: { body?: string; headers: Record<string, string> },
  ) {
    const port = await starting
    if (port === undefined) throw new Died()
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) })
      return { status: response.status, text: await response.text() }
    } catch (cause) {
      throw new Died('The server has gone.', { cause })
    }
  }

  const ask: AskServer = async (method, path, { body, token } = {}) => {
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
    tokenOf: (userId: string) => newToken(db, userId),
    /** Resolves when the server has been killed the next time. */
    nextKill: () =>
      new Promise<void>((resolve) => {
        toldOfKill = resolve
      }),
    /** Kills the server when a call of Stripe's API comes that is told. */
    killAt: (name: Parameters<OnCall>[0]['name'], when: 'before' | 'after', place = 1) => {
      let left = place
      double.onCall = async (call, now) => {
        if (call.name !== name || now !== when || --left !== 0) return undefined
        await kill()
        return 'cut'
      }
    },
    /** As if a quarter of an hour had passed for all that is open; while the server is away. */
    passTime: async () => {
      const ms = PAYMENT_WAIT_MS + MINUTE_MS
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

export type CrashingSite = Awaited<ReturnType<typeof startCrashingSite>>
