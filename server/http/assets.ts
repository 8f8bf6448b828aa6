import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves assets/ of the web build. Names contain a hash, so browsers keep the files for a year. */
export function serveAssets(scope: FastifyInstance, webDir: string): void {
  scope.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    // Adds one route for each file found at the start, so no other path reaches the disk.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    serveDotFiles: false,
    dotfiles: 'ignore',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
  })
}
