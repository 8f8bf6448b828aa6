import type { Writable } from 'node:stream'
import { inspect } from 'node:util'

/** What a command has of its process, such as `process` itself. */
export interface CommandLine {
  env: NodeJS.ProcessEnv
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

/** Prints a line or more. */
export const print = (stream: Writable, words: string): void => void stream.write(`${words}\n`)

/** Prints what ended a command: the sentence for its owner, or for a fault all that is known of it. */
export const printFailure = ({ stderr }: CommandLine, error: unknown, isExpected: boolean): void =>
  print(stderr, isExpected && error instanceof Error ? error.message : inspect(error))
