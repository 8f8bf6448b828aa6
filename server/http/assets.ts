import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves assets/ of the web build. Names contain a hash, so browsers keep the files for a year. */
export function serveAssets(scope: FastifyInstance, webDir: string): void {
  const root = join(webDir, 'assets')
  // The disk is read only for requests with one of these names.
  const names = new Set(readdirSync(root).filter((name) => !/\.(br|gz)$/.test(name)))
  scope.register(fastifyStatic, {
    root,
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
  })
  scope.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    names.has(name) ? reply.sendFile(name) : reply.callNotFound(),
  )
}
