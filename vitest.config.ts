import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { site } from '#site'
import { contentPlugin } from './build/content-plugin.ts'
import { splitFeatureModulesPlugin } from './build/features-plugin.ts'
import { createArticleVitePlugins } from './build/mdx.ts'
import { scenePlugin } from './build/scene-plugin.ts'
import { site as fixture } from './fixture-site/site.config.ts'
import { readTestSources, sortTestsByProject } from './scripts/testing/vitest-files.ts'
import { VitestJsonReporter } from './scripts/testing/vitest-json-reporter.ts'
import { VitestProgress } from './scripts/testing/vitest-progress.ts'
import { chooseWorkerCount } from './scripts/testing/workers.ts'

/** Test files of one process share the loaded modules. The setup file restores all other state after each test. */
const sharing = { isolate: false, setupFiles: ['scripts/testing/vitest-setup.ts'] }
const checkConsole = 'scripts/testing/vitest-console.ts'
/** Tests of the files that the build has written. */
const ofBuild = ['e2e/built/*.test.ts']
/** Tests of the author's pages. */
const ofContent = ['content/**/*.test.ts', 'build/every-page.test.ts']
const hasPostgres = globSync('/usr/lib/postgresql/*/bin/postgres').length > 0
/** On Postgres, these tests need an installed Postgres, because the Postgres of the npm packages has no pg_dump. */
const ofBackups = [
  'server/backup-command.test.ts',
  'server/backup-schema.test.ts',
  'server/restore.test.ts',
  'server/scheduled-backup.test.ts',
]
const { isolated, shared, web, onPostgres } = sortTestsByProject(readTestSources())

export default defineConfig({
  // Tests the engine with the fixture's site.config.ts, independent of the author's site.config.ts.
  plugins: [splitFeatureModulesPlugin(fixture.features), scenePlugin()],
  ssr: { resolve: { conditions: ['fixture', ...defaultServerConditions] } },
  test: {
    // Uses all cores, because tests spend much of their time waiting for disks and databases.
    maxWorkers: chooseWorkerCount(),
    // The timeout is long, so that a busy machine causes no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Outside CI, a test fails at its first failure. In CI, a test fails after three failures in a row. In the
    // summary, a test that passed only on a later attempt is called flaky.
    retry: process.env.CI ? 2 : 0,
    // With this cache, processes that tests start load the server in half the time.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') },
    fsModuleCache: true,
    reporters: [new VitestProgress(), new VitestJsonReporter({ outputFile: 'test-results/vitest.json' })],
    projects: [
      // Vitest requires the same number of workers in projects that run at the same time.
      { extends: './hub/vitest.config.ts', root: 'hub', test: { name: 'hub', maxWorkers: chooseWorkerCount() } },
      { extends: true, test: { name: 'isolated', setupFiles: checkConsole, include: isolated, exclude: ofContent } },
      // Loading the server takes longer than most of its tests, so the files of a project share a process and its
      // loaded modules.
      { extends: true, test: { ...sharing, name: 'sqlite', include: shared, exclude: [...ofBuild, ...ofContent] } },
      {
        extends: true,
        test: { ...sharing, name: 'web', setupFiles: [...sharing.setupFiles, checkConsole], include: web },
      },
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
          // Excludes tests whose results do not depend on the database.
          exclude: ['server/db/sqlite.test.ts', 'server/every-currency.test.ts', ...(hasPostgres ? [] : ofBackups)],
          globalSetup: 'server/testing/postgres-template.ts',
        },
      },
      {
        // Tests the author's pages as the build renders them, with the author's site.config.ts.
        extends: false,
        plugins: [
          contentPlugin(),
          scenePlugin(),
          splitFeatureModulesPlugin(site.features),
          createArticleVitePlugins(site.features),
        ],
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
