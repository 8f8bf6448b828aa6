import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buildStagingFolder } from './site.ts'

/** The paths of the first requests: a page, a missing asset, and the check whether the server is ready. */
const requests = ['/', '/assets/none.js', '/readyz']

/**
 * Runs the new server once on an empty data folder, so that Node stores its compiled code in the build.
 * @throws {Error} when the server does not start
 */
export async function warmUpCompileCache(): Promise<void> {
  const data = await mkdtemp(path.join(os.tmpdir(), 'warm-up-'))
  const server = spawn(process.execPath, [path.join(buildStagingFolder, 'server/main.cjs')], {
    env: { NODE_ENV: 'production', BUILD_DIR: buildStagingFolder, DATA_DIR: data, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  })
  const exited = once(server, 'exit')
  let isServing = false
  for await (const line of createInterface(server.stdout)) {
    const [, address] = / is at (http\S+)$/.exec(line) ?? []
    if (!address) continue
    isServing = true
    for (const request of requests) await (await fetch(new URL(request, address))).arrayBuffer()
    server.kill('SIGTERM')
  }
  await exited
  await rm(data, { recursive: true })
  if (!isServing) throw new Error('The new server does not start.')
}
