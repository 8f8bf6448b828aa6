import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ParseArgsOptionsConfig } from 'node:util'
import {
  type CommandEnvironment,
  type DatabaseCommandWork,
  parseArgumentsOrEmpty,
  runCommandWithDatabase,
  writeLine,
} from './command-line.ts'
import { streamCommentExport } from './features/comments/export-comments.ts'
import { commentSourceFactories, importCommentsAndReport } from './features/comments/import/import-comments.ts'
import type { PageMove } from './features/comments/import/plan.ts'
import { readBuildOutput } from './http/build-output.ts'
import { StartError } from './http/start-error.ts'

/** `npm run comments`: imports and exports comments in the site's database. The site may be running. */

const usage = `npm run comments -- import disqus FILE      imports the comments of an export of Disqus
npm run comments -- import wordpress FILE   imports those of an export of WordPress
npm run comments -- import json FILE        imports those of another site like this
    --dry-run         writes nothing, and says what would be imported
    --map /old=/new   the page /old of the file is the page /new here; may be given often
npm run comments -- export [FILE]           exports all comments that everybody sees as JSON
    --all             also those that wait, are hidden or belong to private or withdrawn pages`

/**
 * The interval of progress messages in milliseconds. On a terminal, each message replaces the last one. On other
 * outputs, each message is a new line, so messages are rare.
 */
const PROGRESS_MS = { terminal: 100, lines: 10_000 }

const options = {
  'dry-run': { type: 'boolean', default: false },
  map: { type: 'string', multiple: true, default: [] as string[] },
  all: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig

/** Returns the work that the arguments name; null for invalid arguments. */
function parseWork(args: readonly string[]): DatabaseCommandWork | 'help' | null {
  const { values, positionals } = parseArgumentsOrEmpty(args, options)
  if (values.help || positionals[0] === 'help') return 'help'
  const [command, ...parameters] = positionals
  if (command === 'import') {
    const [kind = '', file, ...more] = parameters
    const openSource = Object.hasOwn(commentSourceFactories, kind) ? commentSourceFactories[kind] : undefined
    if (!openSource || !file || more.length > 0 || values.all) return null
    const moves = values.map.map(parsePageMove)
    return ({ BUILD_DIR }) => {
      const { pages } = readBuildOutput(BUILD_DIR)
      const source = openSource(file)
      return async (db, { stdout, stderr }) => {
        const { report: onProgress, end } = progressLine(stderr)
        writeLine(
          stdout,
          await importCommentsAndReport(db, { source, pages, moves, dry: values['dry-run'], onProgress }).finally(end),
        )
      }
    }
  }
  if (command !== 'export' || parameters.length > 1 || values['dry-run'] || values.map.length > 0) return null
  return ({ BUILD_DIR }) => {
    const { pages } = readBuildOutput(BUILD_DIR)
    return async (db, { stdout }) => {
      const [file] = parameters
      const json = Readable.from(streamCommentExport(db, pages, values.all))
      if (file === undefined) await pipeline(json, stdout, { end: false }).catch(ignoreClosedPipe)
      // Only the owner of the file may read it: `--all` exports comments that are not public.
      else await pipeline(json, createWriteStream(file, { mode: 0o600 }))
    }
  }
}

/** Ignores the error when the program that reads the output ends first, as in `npm run comments -- export | head`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

function parsePageMove(text: string): PageMove {
  const [from, to, ...more] = text.split('=')
  if (from?.startsWith('/') && to?.startsWith('/') && more.length === 0) return { from, to }
  throw new StartError(`--map ${text} is not of the form /old=/new.`)
}

/** Writes progress to standard error, on a terminal as one line that changes. */
function progressLine(stderr: CommandEnvironment['stderr']) {
  const interval = stderr.isTTY ? PROGRESS_MS.terminal : PROGRESS_MS.lines
  let last = performance.now()
  return {
    report: (message: string) => {
      if (performance.now() - last < interval) return
      last = performance.now()
      stderr.write(stderr.isTTY ? `\r\x1b[K${message}` : `${message}\n`)
    },
    end: () => {
      if (stderr.isTTY) stderr.write('\r\x1b[K')
    },
  }
}

export const runCommentsCommand = (args: readonly string[], commandLine: CommandEnvironment): Promise<number> =>
  runCommandWithDatabase(commandLine, usage, () => parseWork(args))
