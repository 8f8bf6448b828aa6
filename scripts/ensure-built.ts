import { spawnSync } from 'node:child_process'
import { isBuilt } from '../build/build-site.ts'

/**
 * Builds when the sources have changed. In a process of its own: a build leaves hundreds of megabytes behind, and its
 * settings are not those of what runs after it. Ends this process when the build fails.
 */
export function ensureBuilt(): void {
  if (isBuilt()) return
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
