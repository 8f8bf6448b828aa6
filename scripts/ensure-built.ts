import { spawnSync } from 'node:child_process'
import { isBuildCurrent } from '../build/fingerprint.ts'
import { fixtureSiteFolder, siteFolder } from '../build/site.ts'

/**
 * Builds a site when its sources have changed. The build runs in a separate process, because it keeps hundreds of
 * megabytes of memory, and because the fixture site needs a flag of Node. When the build fails, this process ends too.
 */
export function ensureBuilt(folder = siteFolder): void {
  if (isBuildCurrent(folder)) return
  const condition = folder === fixtureSiteFolder ? ['--conditions=fixture'] : []
  const { status } = spawnSync(process.execPath, [...condition, 'scripts/build.ts'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
