import { randomBytes } from 'node:crypto'
import { startPostgres } from '@hobohat/hub/testing'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set when the tests run on Postgres: the URL of the server, and the name of a migrated database to copy. */
    postgres?: { server: string; template: string }
  }
}

/**
 * Prepares a run on Postgres once: uses the server at TEST_DATABASE_URL or starts one, and creates the database that
 * tests copy. Returns the function that removes everything.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url: server, stop } = await startPostgres()
  const template = `site_template_${randomBytes(6).toString('hex')}`
  await runStatement(server, `create database ${template}`)
  const db = await openDatabase({ url: buildDatabaseUrl(server, template), file: '' })
  await db.destroy()
  project.provide('postgres', { server, template })
  return async () => {
    // Also deletes the copies that tests have made of the template.
    for (const name of await namesOf(server, template)) await runStatement(server, `drop database ${name} with (force)`)
    await stop()
  }
}

/** Returns the url of another database on the same server. */
export function buildDatabaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Returns the url of a database whose clients use a schema. */
export function buildSchemaUrl(database: string, schema: string): string {
  const url = new URL(database)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

async function namesOf(server: string, prefix: string): Promise<string[]> {
  const rows = await runStatement(server, `select datname from pg_database where starts_with(datname, '${prefix}')`)
  return rows.map(({ datname }) => datname)
}

/** Runs a statement on the server, outside the databases of tests. @returns its rows */
export async function runStatement(server: string, statement: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
