/**
 * The first half of `npm start`: builds the site when its sources have changed. Then `scripts/setup.mjs` runs the built
 * server.
 */
import { spawnSync } from 'node:child_process'
import { isBuildCurrent } from '../build/fingerprint.ts'
import { siteFolder } from '../build/site.ts'
import { ensureBuilt } from './ensure-built.ts'
import { runOrExitOnAuthorError } from './run-or-exit-on-author-error.ts'

// A build takes a minute, so this script first checks whether the server could start. When no build is needed, the
// server itself checks this.
if (!isBuildCurrent(siteFolder)) {
  const { checkSiteConfig } = await import('../build/check-site-config.ts')
  await runOrExitOnAuthorError(() => checkSiteConfig())
  const { status } = spawnSync(process.execPath, ['server/run-command.ts', 'check'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  ensureBuilt()
}
