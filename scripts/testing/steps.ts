import { spawn } from 'node:child_process'

/** A command that is one step of a run. */
export interface Step {
  name: string
  command: string
  args: string[]
}

/** The outcome and the duration of a step. */
export interface StepResult {
  name: string
  seconds: number
  passed: boolean
}

/** Returns the step that checks the format of files or folders, and lints them. */
export const createFormatAndLintStep = (paths: string[]): Step => ({
  name: 'Format and lint',
  command: 'biome',
  args: ['check', '--error-on-warnings', ...paths],
})

export const typeCheckStep: Step = { name: 'Types', command: 'tsc', args: ['-b'] }

export const deadCodeStep: Step = { name: 'Dead code', command: 'knip', args: [] }

/**
 * The steps that build the fixture site and the author's site. Each runs in a separate process, because a build keeps
 * hundreds of megabytes of memory.
 */
export const siteBuildSteps: Step[] = [
  buildOf('Build of the fixture site', '--conditions=fixture'),
  buildOf('Build of the author’s site'),
]

function buildOf(name: string, ...options: string[]): Step {
  return { name, command: process.execPath, args: [...options, 'scripts/build.ts', '--if-changed'] }
}

/**
 * Returns the step that runs Vitest on files.
 * @param title when given, only tests whose title matches this pattern run
 */
export const createUnitTestStep = (files: string[], title?: string, options: string[] = []): Step => ({
  name: 'Unit and server tests',
  command: 'vitest',
  args: ['run', ...options, ...(title === undefined ? [] : ['-t', title]), ...files],
})

/**
 * Returns the step that runs Playwright on files.
 * @param title when given, only tests whose title matches this pattern run
 */
export const createBrowserTestStep = (files: string[], title?: string): Step => ({
  name: 'Browser tests',
  command: 'playwright',
  args: ['test', ...(title === undefined ? [] : ['--pass-with-no-tests', '-g', title]), ...files],
})

/** Runs a command to its end, shows its output and forwards signals to it. */
export async function runStep({ name, command, args }: Step): Promise<StepResult> {
  console.log(`\n— ${name}`)
  const started = performance.now()
  const child = spawn(command, args, { stdio: 'inherit' })
  const stop = (signal: NodeJS.Signals) => void child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  const passed = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      console.error(`Could not run ${command}: ${error.message}`)
      resolve(false)
    })
    child.on('exit', (code) => resolve(code === 0))
  })
  for (const signal of signals) process.off(signal, stop)
  const seconds = (performance.now() - started) / 1000
  console.log(`${name}: ${passed ? 'passed' : 'failed'} in ${seconds.toFixed(0)} s.`)
  return { name, seconds, passed }
}
