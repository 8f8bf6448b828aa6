import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, findProgramsOnPath, waitForOutput } from './server-program.ts'

/** A server of Redis or Valkey for one run of the tests. */
export interface RedisServer {
  url: string
  stop(): Promise<void>
}

/**
 * Returns the server of TEST_REDIS_URL, or starts a server on a free port, in a temporary folder.
 * @throws {Error} that says what to install or to set
 */
export async function startRedis(): Promise<RedisServer> {
  const given = process.env.TEST_REDIS_URL?.trim()
  if (given) return { url: given, stop: async () => {} }
  const program = findRedis()
  const folder = mkdtempSync(join(tmpdir(), 'hub-redis-'))
  const port = await findFreePort()
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  // Ctrl-C in a terminal must not end the server before the programs that use it.
  const server = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const ended = once(server, 'exit')
  const abandon = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  const stop = async () => {
    process.off('exit', abandon)
    server.kill('SIGKILL')
    await ended
    abandon()
  }
  try {
    await waitForOutput(server.stdout, /Ready to accept connections/)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `redis://127.0.0.1:${port}`, stop }
}

function findRedis(): string {
  const [found] = findProgramsOnPath('redis-server', 'valkey-server')
  if (found) return found
  throw new Error(
    'The tests of the Redis backplane need a server. Install one (Debian: apt-get install redis-server) or set TEST_REDIS_URL, such as redis://127.0.0.1:6379.',
  )
}
