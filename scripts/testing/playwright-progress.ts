import path from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { ProgressLine } from './progress.ts'
import { buildRerunCommand } from './rerun.ts'

/** Shows the progress of the browser tests, and each failure at once with the command that repeats it. */
class PlaywrightProgress implements Reporter {
  readonly #progress = new ProgressLine('tests')
  #root = ''

  printsToStdio(): boolean {
    return true
  }

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.#root = path.dirname(rootDir)
    this.#progress.start(suite.allTests().length)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { status, retry } = result
    const asExpected = status === test.expectedStatus || status === 'skipped'
    if (asExpected || retry === test.retries) this.#progress.add(!asExpected)
    if (!asExpected || retry > 0) this.#progress.print(this.#failureText(test, result, asExpected))
  }

  onError(error: TestError): void {
    this.#progress.print(['An error outside of any test', ...errorLines(error)].join('\n'))
  }

  onStdOut(chunk: string | Buffer): void {
    this.#progress.print(() => void process.stdout.write(chunk))
  }

  onStdErr(chunk: string | Buffer): void {
    this.#progress.print(() => void process.stderr.write(chunk))
  }

  onEnd(): void {
    this.#progress.end()
  }

  #failureText(test: TestCase, { retry, errors, attachments }: TestResult, passed: boolean): string {
    const file = this.#relative(test.location.file)
    const trace = attachments.find(({ name }) => name === 'trace')?.path
    const again = retry > 0 ? ` at try ${retry + 1}` : ''
    return [
      `\n${passed ? 'Flaky, passed' : 'Failed'}${again}: ${file}:${test.location.line} ${test.title}`,
      ...errors.flatMap(errorLines),
      ...(trace ? [`Trace: node scripts/setup.mjs --run playwright show-trace ${this.#relative(trace)}`] : []),
      `Run it again: ${buildRerunCommand(file, test.title)}\n`,
    ].join('\n')
  }

  #relative(file: string): string {
    return path.relative(this.#root, file).replaceAll(path.sep, '/')
  }
}

function errorLines({ message = '', snippet, location, value }: TestError): string[] {
  const place = location ? [`    at ${path.basename(location.file)}:${location.line}:${location.column}`] : []
  return [message || (value ?? ''), ...(snippet ? [snippet] : []), ...place]
}

// Playwright loads a reporter from the default export of its module.
export default PlaywrightProgress
