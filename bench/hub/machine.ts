import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What is put before a command so that it runs on one core, and nothing where that cannot be. */
export interface CorePrefixes {
  server: readonly string[]
  clients: readonly string[]
  /** For the reader of the figures. */
  note: string
}

/** A core for the server and another for the clients. Linux with taskset (of util-linux) only. */
export function chooseCores(): CorePrefixes {
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

/** The cores that this process may run on, of a list such as 0-1,4. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

/**
 * Makes sure that a process may open as many sockets as it needs. Node has already raised its limit to the highest it
 * may have.
 * @throws when it may not
 */
export function assertOpenFileLimit(count: number): void {
  const limit = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (limit === 'unlimited' || Number(limit) >= count) return
  throw new Error(`A process may open ${limit} files here, and ${count} are needed: raise the hard limit (ulimit -Hn).`)
}
