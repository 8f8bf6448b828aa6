import { resolve } from 'node:path'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { site } from '#site'
import { contentPlugin } from './build/content-plugin.ts'
import { featuresPlugin } from './build/features-plugin.ts'
import { mdxPlugin } from './build/mdx.ts'
import { picturePlugin } from './build/pictures.ts'
import { site as fixture } from './fixture-site/site.config.ts'
import { readTestSources, sortTestsByProject } from './scripts/testing/vitest-files.ts'
import { VitestProgress } from './scripts/testing/vitest-progress.ts'
import { VitestReport } from './scripts/testing/vitest-report.ts'
import { chooseWorkerCount } from './scripts/testing/workers.ts'

/** Each file of a process finds the modules that others have loaded, and everything else as it was. */
const sharing = { isolate: false, setupFiles: 'scripts/testing/vitest-setup.ts' }
/** Tests of what the build has written. */
const ofBuild = ['e2e/built/*.test.ts']
/** Tests of the author's pages. */
const ofContent = ['content/**/*.test.ts', 'build/every-page.test.ts']
const { isolated, shared, web, onPostgres } = sortTestsByProject(readTestSources())

export default defineConfig({
  // The engine is tested with the fixture's site.config.ts, whatever the author's says.
  plugins: [featuresPlugin(fixture.features)],
  ssr: { resolve: { conditions: ['fixture', ...defaultServerConditions] } },
  test: {
    // Tests wait for disks and databases: a core left free would be idle.
    maxWorkers: chooseWorkerCount(),
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What passes at last is flaky, and printed as such. Here every failure counts; CI gives up a test that failed three
    // times in a row.
    retry: process.env.CI ? 2 : 0,
    // Processes that tests start load the server in half the time.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') },
    fsModuleCache: true,
    reporters: [new VitestProgress(), new VitestReport({ outputFile: 'test-results/vitest.json' })],
    projects: [
      // Projects that run at the same time have the same number of workers.
      { extends: './hub/vitest.config.ts', root: 'hub', test: { name: 'hub', maxWorkers: chooseWorkerCount() } },
      { extends: true, test: { name: 'isolated', include: isolated, exclude: ofContent } },
      // Loading the server takes longer than most of its tests: files of a project share a process and what it has loaded.
      { extends: true, test: { ...sharing, name: 'sqlite', include: shared, exclude: [...ofBuild, ...ofContent] } },
      { extends: true, test: { ...sharing, name: 'web', include: web } },
      {
        extends: true,
        test: { name: 'built', include: ofBuild, globalSetup: 'e2e/built/setup.ts' },
      },
      {
        extends: true,
        test: {
          ...sharing,
          name: 'postgres',
          include: onPostgres,
          // The words and PDFs of one order in each currency are the same, whatever keeps the order.
          exclude: ['server/db/sqlite.test.ts', 'server/every-currency.test.ts'],
          globalSetup: 'server/testing/postgres-template.ts',
        },
      },
      {
        // The author's pages, as the build renders them, with the author's site.config.ts.
        extends: false,
        plugins: [contentPlugin(), featuresPlugin(site.features), mdxPlugin(site.features), picturePlugin()],
        test: {
          name: 'content',
          isolate: false,
          maxWorkers: chooseWorkerCount(),
          include: ofContent,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
