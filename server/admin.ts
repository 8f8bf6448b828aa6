import { existsSync } from 'node:fs'
import { type CommandLine, print, printFailure } from './command-line.ts'
import { readConfig } from './config.ts'
import { databaseFile, prepareDataDir } from './data-dir.ts'
import { type Database, openDatabase } from './db/database.ts'
import { emailKey } from './db/email-key.ts'
import { createEvents } from './events/events.ts'
import { grantRole, revokeRole } from './features/accounts/people/change-person.ts'
import { findReader } from './features/accounts/users.ts'
import { onProfileChanged } from './features/comments/update-visibility.ts'
import { Refusal } from './http/failures.ts'
import { StartError } from './http/start-error.ts'

/** `npm run admin`: grants and revokes the role of admin in the site's database. The site may be running. */

const usage = `npm run admin -- grant EMAIL    makes the reader with this address an admin
npm run admin -- revoke EMAIL   takes that away again`

/** @returns the result as a sentence @throws {StartError} when nothing could be done */
async function change(db: Database, command: 'grant' | 'revoke', email: string): Promise<string> {
  const key = emailKey(email)
  if (key === null) throw new StartError(`${email} is not an email address. Write it like name@example.org.`)
  const reader = await findReader(db, key)
  if (!reader) {
    throw new StartError(
      `Nobody has an account with the address ${email}. They sign up at the site and confirm the address first.`,
    )
  }
  // Open pages learn of the change at their next call: this process has no connection to them.
  const events = createEvents(() => {})
  events.subscribe([onProfileChanged(events)])
  const people = { db, events }
  const person = `${reader.name} (${reader.email})`
  if (command === 'revoke') {
    return (await revokeRole(people, null, reader.id, 'Admin'))
      ? `${person} is no admin any more.`
      : `${person} is no admin.`
  }
  const granted = await grantRole(people, null, reader.id, 'Admin')
  const message = granted ? `${person} is an admin now and finds the desk at /desk.` : `${person} is an admin already.`
  return reader.banned_at === null ? message : `${message}\nBut the account is banned: another admin has to lift that.`
}

async function perform(args: readonly string[], { env, stdout, stderr }: CommandLine): Promise<number> {
  const [command, email, ...more] = args
  if (command === '--help' || command === 'help') {
    print(stdout, usage)
    return 0
  }
  if ((command !== 'grant' && command !== 'revoke') || !email || more.length > 0) {
    print(stderr, usage)
    return 2
  }
  const config = readConfig(env)
  if (!config.DATABASE_URL) prepareDataDir(config.DATA_DIR)
  const db = await openDatabase({ url: config.DATABASE_URL, file: databaseFile(config.DATA_DIR) })
  try {
    print(stdout, await change(db, command, email))
    return 0
  } finally {
    await db.destroy()
  }
}

export async function admin(args: readonly string[], commandLine: CommandLine): Promise<number> {
  try {
    return await perform(args, commandLine)
  } catch (error) {
    printFailure(commandLine, error, error instanceof StartError || error instanceof Refusal)
    return 1
  }
}

if (import.meta.main) {
  if (existsSync('.env')) process.loadEnvFile('.env')
  process.exitCode = await admin(process.argv.slice(2), process)
}
