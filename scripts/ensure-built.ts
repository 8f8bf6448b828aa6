import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { isBuildCurrent } from '../build/fingerprint.ts'
import { fixtureSiteFolder, siteFolder } from '../build/site.ts'

/** Returns the arguments of Node for a build. `--if-changed` skips sources that another process has just built. */
const argumentsFor = (folder: string, script = 'scripts/build.ts'): string[] => [
  ...(folder === fixtureSiteFolder ? ['--conditions=fixture'] : []),
  ...[script, '--if-changed'],
]

/**
 * Builds a site when its sources have changed. The build runs in a separate process, because it keeps hundreds of
 * megabytes of memory, and because the fixture site needs a flag of Node. When the build fails, this process ends too.
 */
export function ensureBuilt(folder = siteFolder): void {
  if (isBuildCurrent(folder)) return
  const { status } = spawnSync(process.execPath, argumentsFor(folder), { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Builds the site when its sources have changed, while this process goes on with its work.
 * @returns whether the build has succeeded; its output says why not
 */
export async function buildMeanwhile(script?: string): Promise<boolean> {
  const [code] = await once(spawn(process.execPath, argumentsFor(siteFolder, script), { stdio: 'inherit' }), 'exit')
  return code === 0
}
