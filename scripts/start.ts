/** `npm start`: builds the site when its sources have changed, then starts the server. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildCurrent } from '../build/fingerprint.ts'
import { distFolder, siteFolder } from '../build/site.ts'
import { ensureBuilt } from './ensure-built.ts'
import { loadEnvFile } from './env-file.ts'
import { runOrExitOnAuthorError } from './run-or-exit-on-author-error.ts'

loadEnvFile()
process.env.SOURCES_DIR ||= path.resolve(import.meta.dirname, '..')
// A build takes a minute, so this script first checks whether the server could start. When no build is needed, the
// server itself checks this.
if (!isBuildCurrent(siteFolder)) {
  const { checkSiteConfig } = await import('../build/check-site-config.ts')
  await runOrExitOnAuthorError(() => checkSiteConfig())
  const { status } = spawnSync(process.execPath, ['server/run-command.ts', 'check'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  ensureBuilt()
}
process.env.NODE_ENV = 'production'
process.env.BUILD_DIR ||= distFolder
await import(pathToFileURL(path.join(distFolder, 'server/main.cjs')).href)
