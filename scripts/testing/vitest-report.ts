import { experimental_getRunnerTask, JsonReporter, type TestModule } from 'vitest/node'

/** Vitest's report in JSON, in which a test that ran on Postgres says so, for the same one has run on SQLite. */
export class VitestReport extends JsonReporter {
  override async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    for (const { project, children } of modules) {
      if (project.name !== 'postgres') continue
      for (const test of children.allTests()) {
        const task = experimental_getRunnerTask(test)
        task.name += ' (on Postgres)'
      }
    }
    await super.onTestRunEnd(modules)
  }
}
