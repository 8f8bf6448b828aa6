import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { text } from 'node:stream/consumers'

/** The lower priority of a build, so that the site answers readers first (setpriority(2)). */
const BUILD_PRIORITY = 10
const MESSAGE_LENGTH_MAX = 2_000

/**
 * Builds the site when its sources have changed or a scheduled page is due, in a process of its own. The running server
 * keeps its build until it changes over. The process ends with the signal.
 * @param sources the folder of the repository
 * @throws {Error} with what the build has printed, such as `content/page.mdx:7: …`; the former build stays
 */
export async function runBuild(sources: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, 'scripts/build.ts', '--if-changed'], {
    cwd: sources,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  if (child.pid !== undefined) os.setPriority(child.pid, BUILD_PRIORITY)
  const [[code], complaints] = await Promise.all([once(child, 'close') as Promise<[number | null]>, text(child.stderr)])
  if (code === 0) return
  throw new Error(
    `The site could not be built, and stays as it is. ${complaints.trim().slice(0, MESSAGE_LENGTH_MAX) || `The build ended with the code ${code}.`}`,
  )
}
