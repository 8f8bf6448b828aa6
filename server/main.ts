import type { AddressInfo } from 'node:net'
import { site } from '#site'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { readBuildOutput } from './http/build-output.ts'
import { StartError } from './http/start-error.ts'
import { shutDown } from './shutdown.ts'

/** Signals that come this close together are one wish to stop. */
const SAME_WISH_MS = 1_000

async function start(): Promise<void> {
  const config = readConfig(process.env)
  prepareDataDir(config.DATA_DIR)
  const app = createApp({
    build: readBuildOutput(config.BUILD_DIR),
    trustProxy: config.TRUST_PROXY,
    // Through the stream that the address is printed to, so that the address is the last line.
    logger: { level: config.LOG_LEVEL, base: null, stream: process.stdout },
  })

  let askedAt: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      // One Ctrl-C arrives from the terminal and again through npm. Asked again later, the owner means at once.
      if (askedAt !== null && performance.now() - askedAt < SAME_WISH_MS) return
      if (askedAt !== null) process.exit(1)
      askedAt = performance.now()
      app.log.info({ signal }, 'shutting down')
      await shutDown(app)
      process.exit(0)
    })
  }

  await app.listen({ host: config.HOST, port: config.PORT }).catch((error) => {
    throw listenError(error, config)
  })
  console.log(`${site.name} is at ${addressOf(app.server.address() as AddressInfo)}`)
}

/** The address to open in a browser on this machine. */
function addressOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function listenError(error: NodeJS.ErrnoException, { HOST, PORT }: Config): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${PORT} is in use by another program. Stop it, or set PORT to another number.`)
    case 'EACCES':
      return new StartError(`This user may not open port ${PORT}. Set PORT to a number from 1024 on.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `HOST ${HOST} is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all.`,
      )
    default:
      return error
  }
}

try {
  await start()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
