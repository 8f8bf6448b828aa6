import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { authorDataFolder, buildFolder, dataFolder, ports, siteAddresses } from './e2e/services/ports.ts'
import { chromiumFlags, findHeadlessShell } from './scripts/chromium.ts'
import { chooseWorkerCount } from './scripts/testing/workers.ts'

// The workers have the fixture site.
process.env.NODE_OPTIONS = '--conditions=fixture'

const addressOf = (port: number) => `http://127.0.0.1:${port}`
const { site } = siteAddresses

/** A real OpenID provider on this machine, where the site is registered. */
const provider = (name: 'google' | 'microsoft') => ({
  command: [
    'node server/testing/openid-provider.ts',
    `--port ${ports[name]}`,
    `--redirect-uri ${site}/auth/login/${name}/callback`,
    ...(name === 'microsoft' ? ['--microsoft'] : []),
    // Nobody vouches for this address.
    `--claims '{"unconfirmed@example.org":{"email_verified":false}}'`,
  ].join(' '),
  port: ports[name],
})

export default defineConfig({
  testDir: 'e2e',
  // Tests beside them in `built` read the build and need no browser (vitest.config.ts).
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  timeout: 60_000,
  // A busy machine needs its time; what is never there fails all the same.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: chooseWorkerCount(2),
  forbidOnly: Boolean(process.env.CI),
  // A second try records a trace, and hides nothing: what passes at last is flaky, which fails the run on an author's
  // machine. CI goes on, and gives up a test that failed three times in a row.
  retries: process.env.CI ? 2 : 1,
  failOnFlakyTests: !process.env.CI,
  reporter: [['./scripts/testing/playwright-progress.ts'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL: site,
    viewport: { width: 1440, height: 900 },
    // Motion is drawn again and again: a test of motion asks for it.
    reducedMotion: 'reduce',
    launchOptions: { executablePath: findHeadlessShell(), args: chromiumFlags },
    // Recording costs as much as the test, so only what has failed is recorded.
    trace: 'on-first-retry',
    // What a worker fetches or answers, no test can: those about the worker allow it.
    serviceWorkers: 'block',
  },
  webServer: [
    { command: 'node e2e/services/smtp-server.ts', port: ports.smtp },
    provider('google'),
    provider('microsoft'),
    { command: `node server/testing/push-service.ts --port ${ports.push}`, port: ports.push },
    {
      command: `node --disable-warning=ExperimentalWarning server/testing/stripe-double.ts --port ${ports.stripe}`,
      port: ports.stripe,
    },
    {
      command: `node ${buildFolder}/server/main.cjs`,
      url: `${site}/readyz`,
      env: {
        PORT: String(ports.site),
        BUILD_DIR: resolve(buildFolder),
        DATA_DIR: dataFolder,
        LOG_LEVEL: 'warn',
        // A notice would lie on every page.
        SAMPLES: 'off',
        // Each test has an address of its own (e2e/test.ts), so that one does not use up another's tries.
        TRUST_PROXY: 'on',
        SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
        NATIVE: 'on',
        PUSH_SERVICES: addressOf(ports.push),
        GOOGLE_CLIENT_ID: 'site',
        GOOGLE_CLIENT_SECRET: 'secret of the site',
        GOOGLE_ISSUER: addressOf(ports.google),
        MICROSOFT_CLIENT_ID: 'site',
        MICROSOFT_CLIENT_SECRET: 'secret of the site',
        MICROSOFT_ISSUER: `${addressOf(ports.microsoft)}/common/v2.0`,
      },
    },
    {
      command: 'node dist/server/main.cjs',
      url: `${siteAddresses.author}/readyz`,
      env: {
        PORT: String(ports.author),
        DATA_DIR: authorDataFolder,
        LOG_LEVEL: 'warn',
        SAMPLES: 'off',
        TRUST_PROXY: 'on',
      },
    },
  ],
})
