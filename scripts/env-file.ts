import { existsSync } from 'node:fs'

/** Reads `.env` when there is one; what the environment already has wins. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
