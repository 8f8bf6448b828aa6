/**
 * `npm run dev`: serves the site with hot reload of code and articles on HOST:PORT. The server uses the next port and
 * restarts on changes. The browser renders the pages; feeds, search index and page pictures come from the last build.
 */
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { contentFolder, distFolder, siteConfigFile } from '../build/site.ts'
import { serverPathPattern } from './dev-paths.ts'
import { ensureBuilt } from './ensure-built.ts'
import { loadEnvFile, readListenAddress } from './env-file.ts'

loadEnvFile()
ensureBuilt()
// In development, drafts and scheduled pages are shown too.
process.env.NODE_ENV = 'development'
const { HOST: host, PORT: port } = readListenAddress(process.env)
const origins = process.env.ORIGINS || `http://127.0.0.1:${port},http://localhost:${port}`
const behind = {
  ...process.env,
  BUILD_DIR: process.env.BUILD_DIR || distFolder,
  HOST: '127.0.0.1',
  PORT: String(port + 1),
  ORIGINS: origins,
}
const server = spawn(process.execPath, [...process.execArgv, '--watch', '--watch-preserve-output', 'server/main.ts'], {
  env: behind,
  stdio: ['ignore', 'pipe', 'inherit'],
})
// Prints the log of the server without the line with the server's address, which only this process needs.
createInterface(server.stdout).on('line', (line) => line.startsWith('{') && console.log(line))

const { createServer } = await import('vite')
const vite = await createServer({
  configLoader: 'native',
  server: {
    host,
    port,
    strictPort: true,
    proxy: { [serverPathPattern]: { target: `http://127.0.0.1:${port + 1}`, ws: true } },
    // The dev server may serve only the sources of pages, not private pages or the database.
    fs: {
      allow: ['web', 'contract', 'node_modules', contentFolder, siteConfigFile].map((name) => realpathSync(name)),
      deny: ['**/content/private/**', '.env', '.env.*', '*.{crt,pem}'],
    },
  },
})
await vite.listen()
vite.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.kill(signal)
    await vite.close()
    process.exit(0)
  })
}
