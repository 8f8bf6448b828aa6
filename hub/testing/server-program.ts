import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { listen } from './listen.ts'

/** Returns the paths on PATH of the programs with these names, in the order of the names. */
export function findProgramsOnPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file))
}

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const holder = createServer()
  const port = await listen(holder)
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
