/** `npm start`: builds when the sources have changed, then serves. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { dist } from '../build/site.ts'
import { ensureBuilt } from './ensure-built.ts'
import { loadEnvFile } from './env-file.ts'

loadEnvFile()
ensureBuilt()
process.env.NODE_ENV = 'production'
process.env.BUILD_DIR ??= dist
await import(pathToFileURL(path.join(dist, 'server/main.js')).href)
