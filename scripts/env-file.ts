import { existsSync } from 'node:fs'
import type { ListenAddress } from '#contract/local-url.ts'

/** Reads `.env` when it exists; variables of the environment take precedence. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** Returns the host and port at which the site listens. An empty variable counts as not set, as in server/config.ts. */
export function readListenAddress({ HOST, PORT }: NodeJS.ProcessEnv): ListenAddress {
  return { HOST: HOST?.trim() || '127.0.0.1', PORT: Number(PORT?.trim() || 3000) }
}
