import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Returns the path of a program on PATH; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  await once(holder, 'close')
  return port
}

/** Resolves when the output of a program contains `sign`. Rejects with the output when the program ends earlier. */
export async function readiness(output: Readable, sign: RegExp): Promise<void> {
  const said: string[] = []
  for await (const line of createInterface(output)) {
    said.push(line)
    if (!sign.test(line)) continue
    output.resume()
    return
  }
  throw new Error(said.join('\n'))
}
