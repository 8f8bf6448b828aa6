import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ServedBuild } from './served-build.ts'

/** Serves assets/ of the web build. Names contain a hash, so browsers keep the files for a year. */
export function serveAssets(scope: FastifyInstance, build: Pick<ServedBuild, 'webDir' | 'assets'>): void {
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
    // The disk is read only for requests with one of these names.
    build.assets.has(name) ? reply.sendFile(name) : reply.callNotFound(),
  )
}
