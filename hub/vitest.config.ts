import { defineConfig } from 'vitest/config'

/** The tests of the package: alone by `npm test` in this folder, and as one of the projects of the whole repository. */
export default defineConfig({
  // Vite would make a folder of packages here.
  cacheDir: '../node_modules/.vite/hub',
  test: {
    name: 'hub',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env.CI ? 2 : 0,
    coverage: {
      provider: 'v8',
      include: ['**/*.ts'],
      exclude: ['{testing,fuzz,examples,conformance}/**', '{build,testing,vitest.config}.ts', '**/*.test.ts'],
      reportsDirectory: '../coverage',
      reporter: ['text', 'json'],
      reportOnFailure: true,
      // Every response to a protocol error should have been taken.
      thresholds: { branches: 95 },
    },
  },
})
