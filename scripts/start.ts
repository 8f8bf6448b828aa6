/** `npm start`: builds the site when its sources have changed, then starts the server. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { distFolder } from '../build/site.ts'
import { ensureBuilt } from './ensure-built.ts'
import { loadEnvFile } from './env-file.ts'

loadEnvFile()
ensureBuilt()
process.env.NODE_ENV = 'production'
process.env.BUILD_DIR ??= distFolder
process.env.SOURCES_DIR ??= path.resolve(import.meta.dirname, '..')
await import(pathToFileURL(path.join(distFolder, 'server/main.cjs')).href)
