import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database, type DatabaseLocation, openDatabase } from '../db/database.ts'
import { databaseOn, runOn } from './postgres-template.ts'

/** A database with all tables and no rows, on the kind that this run of the tests is for; gone when the test is over. */
export async function createTestDatabase(): Promise<Database> {
  const db = await connect(await locateTestDatabase())
  onTestFinished(() => db.destroy())
  return db
}

/** Where there is such a database, for a test that lets a process of its own open it. */
export async function locateTestDatabase(): Promise<DatabaseLocation> {
  const postgres = inject('postgres')
  if (postgres) return { url: await createOn(postgres.server, postgres.template), file: '' }
  const file = newFile()
  writeFileSync(file, await sqliteTemplate())
  return { file }
}

/** Where there is a database without tables. */
export async function locateEmptyDatabase(): Promise<DatabaseLocation> {
  const postgres = inject('postgres')
  return postgres ? { url: await createOn(postgres.server, 'template1'), file: '' } : { file: newFile() }
}

async function createOn(server: string, template: string): Promise<string> {
  const name = `hobohat_test_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name} template ${template} strategy wal_log`)
  onTestFinished(() => runOn(server, `drop database ${name} with (force)`))
  return databaseOn(server, name)
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hobohat-database-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'test.sqlite')
}

let template: Promise<Buffer> | undefined

/** Made by the first test of a file that asks. */
function sqliteTemplate(): Promise<Buffer> {
  template ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hobohat-template-'))
    const file = join(folder, 'template.sqlite')
    const db = await openDatabase({ file })
    await db.destroy()
    const bytes = readFileSync(file)
    rmSync(folder, { recursive: true })
    return bytes
  })()
  return template
}
