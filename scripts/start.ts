/** `npm start`: builds when the sources have changed, then serves. */
import { ensureBuilt } from './ensure-built.ts'
import { loadEnvFile } from './env-file.ts'

loadEnvFile()
ensureBuilt()
process.env.NODE_ENV = 'production'
await import(new URL('../dist/server/main.js', import.meta.url).href)
