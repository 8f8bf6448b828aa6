import { existsSync } from 'node:fs'

/** Reads `.env` when it exists; variables of the environment take precedence. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
