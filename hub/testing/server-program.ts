import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

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
