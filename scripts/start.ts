/** `npm start`: builds when the sources have changed, then serves. */
import { buildSite, isBuilt } from '../build/build-site.ts'
import { loadEnvFile } from './env-file.ts'

loadEnvFile()
if (!isBuilt()) await buildSite(console.log)
process.env.NODE_ENV = 'production'
await import(new URL('../dist/server/main.js', import.meta.url).href)
