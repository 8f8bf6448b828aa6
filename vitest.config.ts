import { defineConfig } from 'vitest/config'
import { TestReport } from './scripts/test-report.ts'

/** What keeps rows: these run on SQLite with all others, and once more on Postgres. */
const onBothDatabases = [
  'server/{db,outbox,accounts,desk,private-pages,comments,notices,tools,live,push,reports,ordering}/**/*.test.ts',
  'server/admin.test.ts',
  'server/comments-command.test.ts',
]

export default defineConfig({
  test: {
    // Tests wait for disks and databases: a core left free would be idle.
    maxWorkers: '100%',
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `npm run coverage:hub`: a package of its own, whose every way out of a protocol error should have been taken.
    coverage: {
      provider: 'v8',
      include: ['hub/**/*.ts'],
      exclude: ['hub/{testing,fuzz,examples,conformance}/**', '**/*.test.ts'],
      reporter: ['text', 'json'],
      reportOnFailure: true,
      thresholds: { branches: 95 },
    },
    reporters: ['default', new TestReport({ outputFile: 'test-results/vitest.json' })],
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: ['{contract,hub,server,web,build,scripts,bench}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: onBothDatabases,
          exclude: ['server/db/sqlite.test.ts'],
          globalSetup: 'server/testing/postgres-template.ts',
        },
      },
    ],
  },
})
