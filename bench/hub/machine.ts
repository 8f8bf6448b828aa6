import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Command prefixes that pin a process to one core; empty where this is impossible. */
export interface PinningCommands {
  server: readonly string[]
  clients: readonly string[]
  /** A note about the pinning, which is printed with the tables. */
  note: string
}

/**
 * Chooses one core for the server and another core for the clients. This works only on Linux with taskset (util-linux).
 */
export function choosePinningCommands(): PinningCommands {
  const unpinned = (why: string) => ({ server: [], clients: [], note: `Nothing is pinned to a core: ${why}.` })
  if (spawnSync('taskset', ['--version']).status !== 0) return unpinned('there is no taskset (of util-linux)')
  const [server, clients] = allowedCores()
  if (server === undefined || clients === undefined) return unpinned('there is only one')
  return {
    server: ['taskset', '-c', String(server)],
    clients: ['taskset', '-c', String(clients)],
    note: `The server runs on core ${server}, all clients together on core ${clients}.`,
  }
}

/** Returns the cores that this process may use. Linux lists them as a text such as 0-1,4. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

/**
 * Checks that a process may open enough sockets. Node raises its own limit to the maximum.
 * @throws when the limit is too low
 */
export function assertOpenFileLimit(count: number): void {
  const limit = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (limit === 'unlimited' || Number(limit) >= count) return
  throw new Error(`A process may open ${limit} files here, and ${count} are needed: raise the hard limit (ulimit -Hn).`)
}
