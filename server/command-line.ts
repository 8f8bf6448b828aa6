import type { Writable } from 'node:stream'
import { inspect, type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from './config.ts'
import { ignoreClosedOutput } from './crashes.ts'
import { prepareDataDir, readDatabaseLocation } from './data-dir.ts'
import { type Database, openDatabase } from './db/database.ts'
import { Refusal } from './http/failures.ts'
import { StartError } from './http/start-error.ts'

/** The environment and streams of a command. The `process` of Node has this type. */
export interface CommandEnvironment {
  env: NodeJS.ProcessEnv
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

/** The work of a command in two steps: the first checks the configuration, the second works on the opened database. */
export type DatabaseCommandWork = (config: Config) => (db: Database, streams: CommandEnvironment) => Promise<void>

export const writeLine = (stream: Writable, text: string): void => void stream.write(`${text}\n`)

/** Parses the arguments of a command. When an option is unknown, returns the result for no arguments. */
export function parseArgumentsOrEmpty<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true })
  try {
    return parse([...args])
  } catch {
    return parse([])
  }
}

/**
 * Runs a command on the site's database.
 * @param parseWork returns null for arguments that cannot be understood
 * @returns the exit code of the process
 */
export const runCommandWithDatabase = (
  commandLine: CommandEnvironment,
  usage: string,
  parseWork: () => DatabaseCommandWork | 'help' | null,
) =>
  runCommandWithConfig(commandLine, usage, () => {
    const work = parseWork()
    if (work === null || work === 'help') return work
    return async (config) => {
      const run = work(config)
      if (!config.DATABASE_URL) prepareDataDir(config.DATA_DIR)
      const db = await openDatabase(readDatabaseLocation(config))
      await run(db, commandLine).finally(() => db.destroy())
      return 0
    }
  })

/**
 * Runs a command that needs only the configuration.
 * @param parseWork returns the work, which returns an exit code; null for arguments that cannot be understood
 * @returns the exit code of the process
 */
export async function runCommandWithConfig(
  { env, stdout, stderr }: CommandEnvironment,
  usage: string,
  parseWork: () => ((config: Config) => Promise<number>) | 'help' | null,
): Promise<number> {
  ignoreClosedOutput(stdout, stderr)
  try {
    const work = parseWork()
    if (work === null || work === 'help') {
      writeLine(work ? stdout : stderr, usage)
      return work ? 0 : 2
    }
    return await work(readConfig(env))
  } catch (error) {
    const isExpected = error instanceof StartError || error instanceof Refusal
    writeLine(stderr, isExpected ? error.message : inspect(error))
    return 1
  }
}
