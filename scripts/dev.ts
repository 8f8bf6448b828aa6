/**
 * `npm run dev`: the site with hot reload of code and articles on HOST:PORT, and the server restarting behind it on the
 * port after. Pages are rendered in the browser here; what the build makes (feeds, search index, pictures of the pages)
 * is served from the last build.
 */
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { contentFolder, distFolder, siteConfig } from '../build/site.ts'
import { ensureBuilt } from './ensure-built.ts'
import { loadEnvFile } from './env-file.ts'

loadEnvFile()
ensureBuilt()
const host = process.env.HOST ?? '127.0.0.1'
const port = Number(process.env.PORT ?? 3000)
const origins = process.env.ORIGINS ?? `http://127.0.0.1:${port},http://localhost:${port}`
const behind = { BUILD_DIR: distFolder, ...process.env, HOST: '127.0.0.1', PORT: String(port + 1), ORIGINS: origins }
const server = spawn(process.execPath, [...process.execArgv, '--watch', '--watch-preserve-output', 'server/main.ts'], {
  env: behind,
  stdio: ['ignore', 'pipe', 'inherit'],
})
// Its log, without the address that only this process needs.
createInterface(server.stdout).on('line', (line) => line.startsWith('{') && console.log(line))

const { createServer } = await import('vite')
/** The calls, the pictures that people uploaded, and the files at the root and the pictures that only the build makes. */
const answeredBehind =
  '^/((api|auth|docs|og|pictures)/|(comments|hub|notifications|tools)([/?]|$)|healthz$|readyz$|favicon\\.svg$|[\\w-]+\\.(xml|json|txt|ico|png|webmanifest)$)'
const vite = await createServer({
  configLoader: 'native',
  server: {
    host,
    port,
    strictPort: true,
    proxy: { [answeredBehind]: { target: `http://127.0.0.1:${port + 1}`, ws: true } },
    // What a page is made of, and nothing else of this folder: neither the private words nor the database.
    fs: {
      allow: ['web', 'contract', 'node_modules', contentFolder, siteConfig].map((name) => realpathSync(name)),
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
