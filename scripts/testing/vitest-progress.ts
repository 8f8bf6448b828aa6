import {
  DefaultReporter,
  type SerializedError,
  type TestCase,
  type TestModule,
  type TestRunEndReason,
  type TestSpecification,
} from 'vitest/node'
import { saveDurations, type TestDurations } from './durations.ts'
import { ProgressLine } from './progress.ts'
import { buildRerunCommand } from './rerun.ts'

/**
 * Shows the progress of the unit tests. Each failure is shown at once, with the command that repeats the test. The full
 * errors follow at the end.
 */
export class VitestProgress extends DefaultReporter {
  readonly #progress = new ProgressLine('files')
  readonly #durations: TestDurations = {}

  constructor() {
    super({ summary: false })
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.#progress.start(specifications.length)
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test)
    const { state, errors = [] } = test.result()
    if (errors.length === 0) return
    this.#printFailure(state === 'passed' ? 'Flaky, passed' : 'Failed', test.module, errors, test.fullName)
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module)
    this.#progress.add(module.state() === 'failed')
    // Errors of hooks, and of a file that cannot be loaded, belong to no test.
    const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors())
    if (errors.length > 0) this.#printFailure('Failed', module, errors)
    // The duration is stored only for SQLite, because the same file takes a different time on Postgres.
    if (module.project.name === 'postgres') return
    const { environmentSetupDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const milliseconds = environmentSetupDuration + collectDuration + setupDuration + duration
    this.#durations[module.relativeModuleId] = milliseconds / 1000
  }

  #printFailure(how: string, module: TestModule, errors: readonly SerializedError[], testName?: string): void {
    const file = module.relativeModuleId
    const message = errors.map(({ message }) => message.split('\n', 1)[0]).join('\n')
    this.#progress.print(
      `\n${[`${how}: ${file}`, testName ?? []].flat().join(' ')}\n${message}\nRun it again: ${buildRerunCommand(file, testName)}\n`,
    )
  }

  override onUserConsoleLog(...log: Parameters<DefaultReporter['onUserConsoleLog']>): void {
    this.#progress.print(() => super.onUserConsoleLog(...log))
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    this.#progress.end()
    if (!this.ctx.config.testNamePattern) saveDurations(this.#durations)
    super.onTestRunEnd(modules, errors, reason)
  }

  /** Prints nothing for a test file, because the progress line counts it. */
  protected override printTestModule(): void {}
}
