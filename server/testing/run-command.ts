import { execFile } from 'node:child_process'
import { PassThrough, type Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { CommandEnvironment } from '../command-line.ts'

/** The exit code and the output of a command. */
export interface CommandResult {
  code: unknown
  stdout: string
  stderr: string
}

/** Runs the function of a command in this process, with only the given environment. */
export async function runCommandInThisProcess(
  command: (args: readonly string[], commandLine: CommandEnvironment) => Promise<number>,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<CommandResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const printed = Promise.all([text(stdout), text(stderr)])
  const code = await command(args, { env, stdout, stderr })
  for (const stream of [stdout, stderr] satisfies Writable[]) stream.end()
  const [output, errors] = await printed
  return { code, stdout: output.trim(), stderr: errors.trim() }
}

/** Runs the file of a command as a Node process, with only the given environment, PATH and the compile cache. */
export function runCommandProcess(
  file: string,
  given: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<CommandResult> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...given }
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr: stderr.trim() }),
    )
  })
}
