import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#contract/limits.ts'
import { type ListenAddress, toLoopbackUrl } from '#contract/local-url.ts'
import { HEALTHZ_ANSWER } from './health.ts'
import { StartError } from './start-error.ts'

/**
 * Starts listening. @returns the URL to open in a browser on this machine @throws {StartError} when HOST or PORT cannot
 * be used
 */
export async function listen(app: FastifyInstance, place: ListenAddress): Promise<string> {
  await app.listen({ host: place.HOST, port: place.PORT }).catch(async (error) => {
    throw await explainListenError(error, place)
  })
  const { address, port } = app.server.address() as AddressInfo
  return toLoopbackUrl({ HOST: address, PORT: port })
}

/**
 * Checks whether the server will be able to listen, before the start changes anything. Otherwise, a second start of a
 * running site would replace the link for its first admin, and begin to send mails.
 * @throws {StartError} when HOST or PORT cannot be used
 */
export async function requireFreePort(place: ListenAddress): Promise<void> {
  const error = await tryListening(place)
  if (error) throw await explainListenError(error, place)
}

/** Listens for a moment. @returns the error when this fails */
export function tryListening({ HOST, PORT }: ListenAddress): Promise<NodeJS.ErrnoException | null> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', done)
    server.listen({ host: HOST, port: PORT, exclusive: true }, () => server.close(() => done(null)))
  })
}

/** Lists the URLs to open on other devices of the network, when the server listens on all addresses of the machine. */
export function listNetworkUrls({ HOST, PORT }: ListenAddress, interfaces = networkInterfaces()): string[] {
  if (HOST !== '0.0.0.0' && HOST !== '::') return []
  const addresses = Object.values(interfaces).flatMap((list = []) => list)
  return addresses
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${PORT}`)
}

async function explainListenError(error: NodeJS.ErrnoException, { HOST, PORT }: ListenAddress): Promise<Error> {
  if (error.code === 'EADDRINUSE') {
    const address = toLoopbackUrl({ HOST, PORT })
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(SECOND_MS), redirect: 'manual' })
      .then((response) => response.text())
      .catch(() => '')
    return new StartError(
      answer === HEALTHZ_ANSWER
        ? `This site, or another one of its kind, runs at ${address} already. Stop it first, or set PORT to another number.`
        : `Port ${PORT} is in use by another program. Stop it, or set PORT to another number.`,
    )
  }
  if (error.code === 'EACCES')
    return new StartError(`This user may not open port ${PORT}. Set PORT to a number from 1024 on.`)
  if (!['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')) return error
  return new StartError(`HOST ${HOST} is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all.`)
}
