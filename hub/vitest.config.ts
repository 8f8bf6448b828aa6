import { configDefaults, defineConfig } from 'vitest/config'
import { findProgramsOnPath } from './testing/server-program.ts'

/**
 * The tests of the package. They run alone with `npm test` in this folder, and as a project in the tests of the whole
 * repository.
 */
export default defineConfig({
  // Without this setting, Vite would create a node_modules folder here.
  cacheDir: '../node_modules/.vite/hub',
  test: {
    name: 'hub',
    // The example of a backplane over NATS needs a server (Debian: apt-get install nats-server).
    exclude: [
      ...configDefaults.exclude,
      ...(findProgramsOnPath('nats-server').length > 0 ? [] : ['examples/nats-backplane.test.ts']),
    ],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env.CI ? 2 : 0,
    coverage: {
      provider: 'v8',
      include: ['**/*.ts'],
      exclude: [
        '{testing,fuzz,examples,conformance}/**',
        '{build,build-api,build-entries,testing,vitest.config}.ts',
        '**/*.test.ts',
      ],
      reportsDirectory: '../coverage',
      reporter: ['text', 'json'],
      reportOnFailure: true,
      // A high threshold makes the tests cover the response to almost every protocol error.
      thresholds: { branches: 95 },
    },
  },
})
