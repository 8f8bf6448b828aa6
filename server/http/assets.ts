import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#contract/limits.ts'
import { readAssetNames, type ServedBuild } from './served-build.ts'

/** The shortest time between two reads of the folder. A name that the build does not have causes a read. */
const READ_EVERY_MS = SECOND_MS

/** Serves assets/ of the web build. Names contain a hash, so browsers keep the files for a year. */
export function serveAssets(scope: FastifyInstance, build: Pick<ServedBuild, 'webDir' | 'assets'>): void {
  const newer = { assets: new Set() as ReadonlySet<string>, readAt: Number.NEGATIVE_INFINITY }
  /**
   * Returns whether a newer build has put the file into the folder. During a deploy, a page of the new process may
   * request its files from this process.
   */
  function isOfNewerBuild(name: string): boolean {
    if (performance.now() - newer.readAt >= READ_EVERY_MS) {
      newer.readAt = performance.now()
      // The folder is missing for the moment in which a new build replaces the former one.
      if (existsSync(build.webDir)) newer.assets = readAssetNames(build.webDir)
    }
    return newer.assets.has(name)
  }
  scope.register(fastifyStatic, {
    root: join(build.webDir, 'assets'),
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
  })
  scope.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    // Requests with other names do not read the file from the disk.
    build.assets.has(name) || isOfNewerBuild(name) ? reply.sendFile(name) : reply.callNotFound(),
  )
}
