/**
 * `npm run dev`: the site with hot reload of code and articles on HOST:PORT, and the server restarting behind it on the
 * port after. Pages are rendered in the browser here; what the build makes (feeds, search index, pictures of the pages)
 * is served from the last build.
 */
import { spawn } from 'node:child_process'
import { buildSite, isBuilt } from '../build/build-site.ts'
import { loadEnvFile } from './env-file.ts'

loadEnvFile()
if (!isBuilt()) await buildSite(console.log)
const host = process.env.HOST ?? '127.0.0.1'
const port = Number(process.env.PORT ?? 3000)
const behind = { ...process.env, HOST: '127.0.0.1', PORT: String(port + 1) }
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  env: behind,
  stdio: 'inherit',
})

const { createServer } = await import('vite')
const target = `http://127.0.0.1:${port + 1}`
const built = [
  '/api',
  '/search-index.json',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/favicon.svg',
  '/favicon.ico',
  '/og',
  '/healthz',
]
const vite = await createServer({
  server: { host, port, strictPort: true, proxy: Object.fromEntries(built.map((path) => [path, target])) },
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
