import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Returns the paths on PATH of the programs with these names, in the order of the names. */
export function findProgramsOnPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file))
}

/**
 * The lowest port that `findFreePort` returns, and the number of possible ports. Systems choose higher ports for
 * outgoing connections.
 */
const [PORT_MIN, PORT_COUNT] = [20_000, 12_000]

/**
 * Returns a free port of this machine. Until a server takes this port, the system gives it to no other process, because
 * systems choose ports from another range.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + randomInt(PORT_COUNT)
    const holder = createServer().listen(port, '127.0.0.1')
    const isFree = await once(holder, 'listening').then(
      () => true,
      (error) => {
        if (error.code === 'EADDRINUSE') return false
        throw error
      },
    )
    if (!isFree) continue
    holder.close()
    await once(holder, 'close')
    return port
  }
}

/** Resolves when the output of a program contains `sign`. Rejects with the output when the program ends earlier. */
export async function waitForOutput(output: Readable, sign: RegExp): Promise<void> {
  const said: string[] = []
  for await (const line of createInterface(output)) {
    said.push(line)
    if (!sign.test(line)) continue
    output.resume()
    return
  }
  throw new Error(said.join('\n'))
}
