import type { FastifyInstance, FastifyReply } from 'fastify'

/** GET /healthz: the process answers. GET /readyz: it takes work, 503 from the moment it is told to stop. */
export function answerHealth(scope: FastifyInstance): void {
  let closing = false
  // Runs before the server stops listening.
  scope.addHook('preClose', (done) => {
    closing = true
    done()
  })
  scope.get('/healthz', (_, reply) => plain(reply).send('alive\n'))
  scope.get('/readyz', (_, reply) =>
    closing ? plain(reply).code(503).send('shutting down\n') : plain(reply).send('ready\n'),
  )
}

function plain(reply: FastifyReply): FastifyReply {
  return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
}
