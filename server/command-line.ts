import type { Writable } from 'node:stream'
import { inspect } from 'node:util'

export interface CommandLine {
  env: NodeJS.ProcessEnv
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

export const print = (stream: Writable, text: string): void => void stream.write(`${text}\n`)

/** Prints the error that ended a command: its message when it is expected, else everything known of it. */
export const printFailure = ({ stderr }: CommandLine, error: unknown, isExpected: boolean): void =>
  print(stderr, isExpected && error instanceof Error ? error.message : inspect(error))
