import { site } from '#site'
import type { DatabaseOrTx } from '../../db/database.ts'
import { chooseOwnOrigin, type OwnOriginList } from '../../http/origins.ts'
import { OWNER_CONTACT, writeMail } from '../../outbox/email-template.ts'
import { enqueueMail } from '../../outbox/outbox.ts'

const oneDay = 'The link is good for a day and works once.'
const oneHour = 'The link is good for an hour and works once.'
const notYou = 'If this was not you, you need to do nothing.'
const secure = 'If this was not you, choose a new password at once and end the sessions you do not know.'

interface Template {
  subject: string
  text: string
  /** The label of the button; without it, the mail has no button. */
  action?: string
  notes?: readonly string[]
}

/** The mails about accounts. `$1` stands for the detail of the mail. */
const templates = {
  verification: {
    subject: `Confirm your email address for ${site.name}`,
    text: `Somebody, you we hope, has signed up at ${site.name} with this address. One press confirms it and logs you in.`,
    action: 'Confirm my email address',
    notes: [oneDay, notYou],
  },
  guest: {
    subject: `Confirm your email address to order at ${site.name}`,
    text: 'Somebody, you we hope, wants to order food with this address. Confirm it, then go back to your order and place it.',
    action: 'Confirm my email address',
    notes: [oneHour, notYou],
  },
  knownAddress: {
    subject: `You already have an account at ${site.name}`,
    text: 'Somebody, you we hope, has tried to sign up with this address, or to have it confirmed. It has an account already, so there is nothing to confirm: just log in.',
    action: 'Log in',
    notes: ['If you have forgotten your password, choose “Forgot password” there.', notYou],
  },
  reset: {
    subject: `Choose a new password for ${site.name}`,
    text: `Somebody, you we hope, has asked for a new password for your account at ${site.name}.`,
    action: 'Choose a new password',
    notes: [oneHour, notYou],
  },
  passwordChanged: {
    subject: `Your ${site.name} password was changed`,
    text: `The password of your account at ${site.name} was changed just now. You have been logged out everywhere else.`,
    action: 'Choose another password',
    notes: [secure],
  },
  emailChange: {
    subject: `Confirm your new email address for ${site.name}`,
    text: `You have asked for this to become the address of your account at ${site.name}.`,
    action: 'Confirm my new address',
    notes: [oneDay, notYou],
  },
  emailChanged: {
    subject: `Your ${site.name} email address was changed`,
    text: `The address of your account at ${site.name} is now $1. This is the last mail to the old one.`,
    notes: [`If this was not you, write to ${OWNER_CONTACT} at once.`],
  },
  providerAdded: {
    subject: `You can now log in to ${site.name} with $1`,
    text: `Somebody has logged in to your account at ${site.name} with $1 for the first time.`,
    action: 'Look at your account',
    notes: [secure],
  },
  newDevice: {
    subject: `A device has logged in to your ${site.name} account`,
    text: `$1 has logged in to your account at ${site.name} just now, for the first time in 30 days.`,
    action: 'Look at your sessions',
    notes: ['If this was you, you need to do nothing.', secure],
  },
  passkeyAdded: {
    subject: `A passkey was added to your ${site.name} account`,
    text: `“$1” logs in to your account at ${site.name} from now on, without a password.`,
    action: 'Look at your account',
    notes: ['If this was not you, remove the passkey there at once, and choose a new password.'],
  },
  passkeyRemoved: {
    subject: `A passkey of your ${site.name} account was removed`,
    text: `“$1” no longer logs in to your account at ${site.name}.`,
    action: 'Look at your account',
    notes: [secure],
  },
  secondFactorOn: {
    subject: `Your ${site.name} account asks for a code now`,
    text: `Logging in to your account at ${site.name} with the password asks for a code of your authenticator app from now on. Keep the recovery codes where you find them without your phone.`,
    action: 'Look at your account',
    notes: [secure],
  },
  secondFactorOff: {
    subject: `Your ${site.name} account no longer asks for a code`,
    text: `The password alone logs in to your account at ${site.name} again.`,
    action: 'Look at your account',
    notes: [secure],
  },
  test: {
    subject: `Test mail of ${site.name}`,
    text: `You have sent this mail to yourself from the desk of ${site.name}. Open the link, and the desk knows that mail arrives and that its links lead to your site.`,
    action: 'Confirm that it arrived',
    notes: [oneDay],
  },
  accountDeleted: {
    subject: `Your ${site.name} account is gone`,
    text: `Your account at ${site.name} and what belonged to it have been deleted. Goodbye, and thank you.`,
    notes: [`If this was not you, write to ${OWNER_CONTACT}.`],
  },
  applicationApproved: {
    subject: `You are a partner of ${site.name} now`,
    text: `Your application to become a partner of ${site.name} has been approved. Load the site anew to see what partners see.`,
  },
  applicationDeclined: {
    subject: `Your application at ${site.name}`,
    text: `Your application to become a partner of ${site.name} has not been approved. Your account stays as it is.`,
    notes: [`If you think this is a mistake, write to ${OWNER_CONTACT}.`],
  },
} satisfies Record<string, Template>

/**
 * Adds a mail about an account to the outbox.
 * @param to the recipient; the name is set only for a confirmed email address, because anybody may have entered an
 * unconfirmed address
 * @param options.url the URL that the button opens
 * @returns the id of the mail
 */
export async function enqueueAccountMail(
  db: DatabaseOrTx,
  kind: keyof typeof templates,
  { email: to, name }: { email: string; name?: string },
  { url = '', detail = '' } = {},
): Promise<string> {
  const { subject, text, action: label, notes }: Template = templates[kind]
  const fill = (part: string) => part.replaceAll('$1', () => detail)
  const action = label ? { label, url } : undefined
  return enqueueMail(db, writeMail({ to, name, subject: fill(subject), paragraphs: [fill(text)], action, notes }))
}

/**
 * Returns the URL of the account page, or of a section of this page. @param origin the origin of the page that
 * made a call
 */
export const buildAccountUrl = (origin: string | null, origins: OwnOriginList, section = ''): string =>
  `${chooseOwnOrigin(origin, origins)}/account${section && `#${section}`}`

/**
 * Returns the URL of a page with a secret after the `#`. Browsers send this part neither to servers nor in the Referer
 * header.
 */
export function buildTokenUrl(page: string, token: string): string {
  const url = new URL(page)
  url.hash = `token=${token}`
  return url.href
}
