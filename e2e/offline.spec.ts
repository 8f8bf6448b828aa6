import { SERVICE_WORKER_PATH } from '../contract/service-worker.ts'
import { expect, open, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test('S4.15 the service worker is registered from a fixed root-level path at start-up, and that is only logged', async ({
  page,
}) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()))
  await open(page, '/about-me')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '')).toMatch(/\.js$/)
  const { scope, script } = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready
    return { scope: new URL(scope).pathname, script: active && new URL(active.scriptURL).pathname }
  })
  expect(script).toBe(SERVICE_WORKER_PATH)
  expect(scope).toBe('/')
  expect(logged).toContain('The service worker is registered')
})
