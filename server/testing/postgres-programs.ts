import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startInstalledPostgres } from '@hobohat/hub/testing'
import { inject } from 'vitest'
import { buildDatabaseUrl, runStatement } from './postgres-template.ts'

/** The folders of Debian's packages, newest version first. */
const folders = globSync('/usr/lib/postgresql/*/bin').sort().reverse()

/**
 * Returns the folder of client programs that can read the Postgres of this run; null when this machine has none.
 * pg_dump refuses a server that is newer than itself.
 */
export async function findClientProgramFolder(server: string): Promise<string | null> {
  const rows = await runStatement(server, `select current_setting('server_version_num') as datname`)
  const version = Math.floor(Number(rows[0]?.datname) / 10_000)
  return folders.find((folder) => versionOf(folder) >= version) ?? null
}

/**
 * Returns a Postgres that the client programs of this machine can read, with the folder of these programs; null when
 * there are none.
 */
export async function findOrStartDumpablePostgres() {
  const given = inject('postgres')?.server
  const fitting = given ? await findClientProgramFolder(given) : null
  if (given && fitting) return { server: given, programs: fitting, stop: async () => {} }
  const installed = folders.find((folder) => existsSync(join(folder, 'postgres')))
  if (!installed) return null
  const { url, stop } = await startInstalledPostgres(installed)
  return { server: url, programs: installed, stop }
}

/** Creates an empty database. @returns its url */
export async function createDatabase(server: string, name: string): Promise<string> {
  await runStatement(server, `create database ${name}`)
  return buildDatabaseUrl(server, name)
}

/** Returns a PATH on which the programs of the folder come first. */
export const buildPathVariableStartingWith = (folder: string): string => [folder, process.env.PATH].join(delimiter)

function versionOf(folder: string): number {
  const program = join(folder, 'pg_dump')
  if (!existsSync(program)) return 0
  return Number(/\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0])
}
