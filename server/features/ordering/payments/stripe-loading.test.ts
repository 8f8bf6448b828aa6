import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { writeTemporaryFixture } from '../../../testing/fixture-build.ts'
import { runServerProcess } from '../../../testing/run-server.ts'
import { startStripeDouble } from '../../../testing/stripe-double.ts'

/** Runs the server as a process. @returns the payment settings, and whether Stripe's library was loaded */
async function runSite(environment: Record<string, string> = {}) {
  const folder = writeTemporaryFixture()
  const watch = join(folder, 'watch', 'loading.mjs')
  mkdirSync(join(folder, 'watch'))
  writeFileSync(
    watch,
    `import { registerHooks } from 'node:module'
     registerHooks({
       resolve(name, context, next) {
         if (name === 'stripe' || name.startsWith('stripe/')) console.log('loads ' + name)
         return next(name, context)
       },
     })`,
  )
  const server = runServerProcess(folder, { NODE_OPTIONS: `--import ${pathToFileURL(watch)}`, ...environment })
  const port = await server.port
  const answer = await fetch(`http://127.0.0.1:${port}/api/payments/settings`)
  const settings = (await answer.json()) as { stripe: object | null }
  return { settings, loads: server.output.filter((line) => line.startsWith('loads ')) }
}

test('Stripe’s library is loaded only when the site takes cards', async () => {
  expect(await runSite()).toEqual({ settings: { stripe: null }, loads: [] })
  const { secretKey, publishableKey, webhookSecret, origin, close } = await startStripeDouble()
  onTestFinished(close)
  const configured = await runSite({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API: origin,
  })
  expect(configured).toEqual({ settings: { stripe: { publishableKey } }, loads: ['loads stripe'] })
})
