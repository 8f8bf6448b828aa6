import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { authorSiteDataFolder, buildFolder, dataFolder, ports, siteAddresses } from './e2e/services/ports.ts'
import { chooseHeadlessOrFullChromiumPath, chromiumFlags } from './scripts/chromium.ts'
import { chooseWorkerCount } from './scripts/testing/workers.ts'

// Test workers import the configuration of the fixture site.
process.env.NODE_OPTIONS = '--conditions=fixture'

const addressOf = (port: number) => `http://127.0.0.1:${port}`
const { site } = siteAddresses

/** Returns the configuration of a real OpenID provider that runs on this machine and knows the site. */
const provider = (name: 'google' | 'microsoft') => ({
  command: [
    'node server/testing/openid-provider.ts',
    `--port ${ports[name]}`,
    `--redirect-uri ${site}/auth/login/${name}/callback`,
    ...(name === 'microsoft' ? ['--microsoft'] : []),
    // The provider states that this email address is not verified.
    `--claims '{"unconfirmed@example.org":{"email_verified":false}}'`,
  ].join(' '),
  port: ports[name],
})

export default defineConfig({
  testDir: 'e2e',
  // The tests in e2e/built read the build and need no browser, so Vitest runs them (vitest.config.ts).
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  timeout: 60_000,
  // The timeout is long, because a busy machine is slow. A test still fails when an element never appears.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: chooseWorkerCount(2),
  forbidOnly: Boolean(process.env.CI),
  // The second attempt records a trace. A test that passes only on a later attempt is flaky and fails the run on an
  // author's machine. In CI, only a test that fails three times in a row fails the run.
  retries: process.env.CI ? 2 : 1,
  failOnFlakyTests: !process.env.CI,
  reporter: [['./scripts/testing/playwright-progress.ts'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL: site,
    viewport: { width: 1440, height: 900 },
    // Reduces motion, because drawing animations takes time. Tests of motion switch it on.
    reducedMotion: 'reduce',
    launchOptions: { executablePath: chooseHeadlessOrFullChromiumPath(), args: chromiumFlags },
    // Recording takes as long as the test itself, so only a failed test is recorded.
    trace: 'on-first-retry',
    // Tests cannot intercept the requests of a service worker, so only tests about the service worker allow one.
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
        // Switches off the sample notice, which every page would show.
        SAMPLES: 'off',
        // Each test has its own IP address (e2e/test.ts), so that tests do not share rate limits.
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
        DATA_DIR: authorSiteDataFolder,
        LOG_LEVEL: 'warn',
        SAMPLES: 'off',
        TRUST_PROXY: 'on',
      },
    },
  ],
})
