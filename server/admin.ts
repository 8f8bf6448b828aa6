import { type CommandEnvironment, runCommandWithDatabase, writeLine } from './command-line.ts'
import type { Database } from './db/database.ts'
import { tryParseEmailKey } from './db/email-key.ts'
import { createEventBus } from './events/events.ts'
import { grantRole, revokeRole } from './features/accounts/people/change-person.ts'
import { storeAdminRecoveryTime } from './features/accounts/recovery.ts'
import { createResetLinkByCommandLine } from './features/accounts/reset-password.ts'
import { removeSecondFactorByCommandLine } from './features/accounts/second-factor/second-factor.ts'
import { findReaderByEmail } from './features/accounts/users.ts'
import { createProfileChangedSubscription } from './features/comments/recompute-visibility.ts'
import { StartError } from './http/start-error.ts'

/**
 * `npm run admin`: grants and revokes the role of admin in the site's database, makes links for new passwords, and
 * switches second factors off. The site may be running.
 */

const BANNED = 'But the account is banned: another admin has to lift that.'

const usage = `npm run admin -- grant EMAIL    makes the reader with this address an admin
npm run admin -- revoke EMAIL   takes that away again
npm run admin -- link EMAIL     prints a link with which the reader chooses a new password, good for an hour and once
npm run admin -- reset EMAIL    switches off the second factor of a reader who has lost it`

const commands = ['grant', 'revoke', 'link', 'reset'] as const
type Command = (typeof commands)[number]

/**
 * Grants or revokes the role, makes a link for a new password, or switches a second factor off.
 * @param origin the origin of the site to which a link leads
 * @returns the result as a sentence
 * @throws {StartError} when no account has the email address
 */
async function change(db: Database, command: Command, email: string, origin: string): Promise<string> {
  const key = tryParseEmailKey(email)
  if (key === null) throw new StartError(`${email} is not an email address. Write it like name@example.org.`)
  const reader = await findReaderByEmail(db, key)
  if (!reader) {
    throw new StartError(
      `Nobody has an account with the address ${email}. They sign up at the site and confirm the address first. Without a mail server, admins find the link for that at /desk/mail.`,
    )
  }
  // This process cannot send events to open pages. So an open page notices the change only when it next calls the
  // server.
  const events = createEventBus(() => {})
  events.subscribe([createProfileChangedSubscription(events)])
  const person = `${reader.name} (${reader.email})`
  if (command === 'link') {
    const link = await createResetLinkByCommandLine(db, { ...reader, key }, origin)
    const message = `${person} chooses a new password here, within an hour and once: ${link}`
    return reader.banned_at === null ? message : `${message}\n${BANNED}`
  }
  if (command === 'reset') {
    return (await removeSecondFactorByCommandLine(db, reader))
      ? `${person} logs in with the password alone now.`
      : `${person} has no second factor.`
  }
  if (command === 'revoke') {
    return (await db.transaction().execute((tx) => revokeRole(tx, events, null, reader.id, 'Admin')))
      ? `${person} is no admin any more.`
      : `${person} is no admin.`
  }
  const granted = await db.transaction().execute((tx) => grantRole(tx, events, null, reader.id, 'Admin'))
  await storeAdminRecoveryTime(db)
  const message = granted ? `${person} is an admin now and finds the desk at /desk.` : `${person} is an admin already.`
  return reader.banned_at === null ? message : `${message}\n${BANNED}`
}

export const runAdminCommand = (args: readonly string[], commandLine: CommandEnvironment): Promise<number> =>
  runCommandWithDatabase(commandLine, usage, () => {
    const [name, email, ...more] = args
    if (name === '--help' || name === 'help') return 'help'
    const command = commands.find((command) => command === name)
    if (!command || !email || more.length > 0) return null
    return ({ ORIGINS: [origin] }) =>
      async (db, { stdout }) =>
        writeLine(stdout, await change(db, command, email, origin))
  })
