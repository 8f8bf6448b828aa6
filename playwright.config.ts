import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/chromium.ts'

const port = 3917

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  timeout: 40_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A second try in CI is reported as flaky; here a failure is a failure.
  retries: process.env.CI ? 1 : 0,
  reporter: [['dot'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node dist/server/main.js',
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), DATA_DIR: 'test-results/data', LOG_LEVEL: 'warn' },
  },
})
