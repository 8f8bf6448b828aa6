import { experimental_getRunnerTask, JsonReporter, type TestModule } from 'vitest/node'

/** Writes the JSON report of Vitest. Tests on Postgres are marked, because the same tests also run on SQLite. */
export class VitestJsonReporter extends JsonReporter {
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
