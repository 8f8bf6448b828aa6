import { type CommandLine, print, runCommand } from './command-line.ts'
import type { Database } from './db/database.ts'
import { emailKey } from './db/email-key.ts'
import { createEvents } from './events/events.ts'
import { grantRole, revokeRole } from './features/accounts/people/change-person.ts'
import { recordRecovery } from './features/accounts/recovery.ts'
import { deleteSecondFactor } from './features/accounts/second-factor/second-factor.ts'
import { findReader } from './features/accounts/users.ts'
import { onProfileChanged } from './features/comments/update-visibility.ts'
import { StartError } from './http/start-error.ts'

/** `npm run admin`: grants and revokes the role of admin in the site's database, and switches second factors off. The site may be running. */

const usage = `npm run admin -- grant EMAIL    makes the reader with this address an admin
npm run admin -- revoke EMAIL   takes that away again
npm run admin -- reset EMAIL    switches off the second factor of a reader who has lost it`

/**
 * Grants or revokes the role, or switches a second factor off.
 * @returns the result as a sentence
 * @throws {StartError} when nobody has the address
 */
async function change(db: Database, command: 'grant' | 'revoke' | 'reset', email: string): Promise<string> {
  const key = emailKey(email)
  if (key === null) throw new StartError(`${email} is not an email address. Write it like name@example.org.`)
  const reader = await findReader(db, key)
  if (!reader) {
    throw new StartError(
      `Nobody has an account with the address ${email}. They sign up at the site and confirm the address first.`,
    )
  }
  // This process has no connection to open pages, so they notice the change at their next call.
  const events = createEvents(() => {})
  events.subscribe([onProfileChanged(events)])
  const people = { db, events }
  const person = `${reader.name} (${reader.email})`
  if (command === 'reset') {
    return (await deleteSecondFactor(db, reader.id))
      ? `${person} logs in with the password alone now.`
      : `${person} has no second factor.`
  }
  if (command === 'revoke') {
    return (await revokeRole(people, null, reader.id, 'Admin'))
      ? `${person} is no admin any more.`
      : `${person} is no admin.`
  }
  const granted = await grantRole(people, null, reader.id, 'Admin')
  await recordRecovery(db)
  const message = granted ? `${person} is an admin now and finds the desk at /desk.` : `${person} is an admin already.`
  return reader.banned_at === null ? message : `${message}\nBut the account is banned: another admin has to lift that.`
}

export const admin = (args: readonly string[], commandLine: CommandLine): Promise<number> =>
  runCommand(commandLine, usage, () => {
    const [command, email, ...more] = args
    if (command === '--help' || command === 'help') return 'help'
    if ((command !== 'grant' && command !== 'revoke' && command !== 'reset') || !email || more.length > 0) return null
    return () =>
      async (db, { stdout }) =>
        print(stdout, await change(db, command, email))
  })
