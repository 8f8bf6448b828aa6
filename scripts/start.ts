/** `npm start`: builds when the sources have changed, then serves. */
import { spawnSync } from 'node:child_process'
import { isBuilt } from '../build/build-site.ts'
import { loadEnvFile } from './env-file.ts'

loadEnvFile()
// In a process of its own: a build leaves hundreds of megabytes behind that the server does not need.
if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
process.env.NODE_ENV = 'production'
await import(new URL('../dist/server/main.js', import.meta.url).href)
