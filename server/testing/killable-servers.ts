import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createApp } from '../app.ts'
import { connectDatabase, type DatabaseLocation } from '../db/database.ts'
import { rejectUnansweredOrders } from '../features/ordering/orders/reject-unanswered.ts'
import { expireUnpaidOrders, reconcileDuePayments } from '../features/ordering/payments/payment-jobs.ts'
import { createStripeProvider } from '../features/ordering/payments/stripe.ts'
import { readBuildOutput } from '../http/build-output.ts'
import { repeatJob } from '../jobs/repeat-job.ts'
import { getOrderContextOfApp } from './order-context.ts'
import { origins } from './origins.ts'
import { runServerProcess } from './run-server.ts'
import type { StripeDouble } from './stripe/double.ts'

/** A running server that a test can kill. */
export interface KillableServer {
  port: number
  /** Ends the server at once. Resolves when it has stopped. */
  kill: () => Promise<void>
}

/** The folder, database and payment provider of a server that takes cards. */
export interface CardServerOptions {
  /** The folder of the server. Its subfolder `dist` contains the build, and `data` the data. */
  folder: string
  location: DatabaseLocation
  double: StripeDouble
}

/** Starts a server as a process. `kill` uses SIGKILL. */
export async function startKillableServerProcess({
  folder,
  location,
  double,
}: CardServerOptions): Promise<KillableServer> {
  const server = runServerProcess(folder, {
    DATA_DIR: join(folder, 'data'),
    SAMPLES: 'off',
    LOG_LEVEL: 'error',
    ORIGINS: origins.join(','),
    ...(location.url && { DATABASE_URL: location.url }),
    STRIPE_SECRET_KEY: double.secretKey,
    STRIPE_PUBLISHABLE_KEY: double.publishableKey,
    STRIPE_WEBHOOK_SECRET: double.webhookSecret,
    STRIPE_API: double.origin,
  })
  return {
    port: await server.port,
    kill: async () => {
      server.kill('SIGKILL')
      await server.ended
    },
  }
}

const JOB_MS = 50

/**
 * Starts a server in this process. Killing it closes its connections and its database, so that running work stops at
 * its next query.
 */
export async function startKillableServerInThisProcess({
  folder,
  location,
  double,
}: CardServerOptions): Promise<KillableServer> {
  const db = await connectDatabase(location)
  const { secretKey, publishableKey, webhookSecret, origin: api } = double
  const payments = await createStripeProvider({ secretKey, publishableKey, webhookSecret, api })
  const app = createApp({ build: readBuildOutput(join(folder, 'dist')), db, origins, payments })
  const ignore = () => JOB_MS
  const jobs = [rejectUnansweredOrders, expireUnpaidOrders, reconcileDuePayments].map((run) =>
    repeatJob(
      { everyMs: JOB_MS, run: () => run(getOrderContextOfApp(app), ignore) },
      { onSuccess: () => {}, onError: ignore },
    ),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  let isAlive = true
  const kill = async () => {
    if (!isAlive) return
    isAlive = false
    const closed = once(app.server, 'close')
    app.server.close()
    app.server.closeAllConnections()
    await closed
    // Do not wait for jobs, because a job may be waiting for Stripe.
    for (const { stop } of jobs) void stop()
    await db.destroy()
  }
  onTestFinished(async () => {
    await kill()
    await app.close()
  })
  return { port, kill }
}
