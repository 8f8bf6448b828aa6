/**
 * The entry point of the built server. Node keeps the compiled code of all parts in `cache` beside this file; the build
 * fills it (build/warm-up.ts). Later starts compile nothing.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache({ directory: join(import.meta.dirname, 'cache'), portable: true })
import('./main.ts')
