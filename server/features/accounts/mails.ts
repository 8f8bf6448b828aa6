import { site } from '#site'
import { type EmailParts, type Mail, writeMail } from '../../outbox/email-template.ts'

/** The recipient of a mail. The name is set only when the address is confirmed; before, anybody may have entered it. */
export interface Addressee {
  email: string
  name?: string
}

/** Returns the address of a page with a secret after the #, which no server or referrer receives. */
export function linkTo(page: string, token: string): string {
  const url = new URL(page)
  url.hash = `token=${token}`
  return url.href
}

const write = ({ email, ...named }: Addressee, parts: Omit<EmailParts, 'to' | 'name'>): Mail =>
  writeMail({ to: email, ...named, ...parts })

const notYou = 'If this was not you, you need to do nothing.'
const secure = 'If this was not you, choose a new password at once and end the sessions you do not know.'

export const verificationMail = (to: Addressee, url: string): Mail =>
  write(to, {
    subject: `Confirm your email address for ${site.name}`,
    paragraphs: [`Somebody, you we hope, has signed up at ${site.name} with this address. Confirm it to log in.`],
    action: { label: 'Confirm my email address', url },
    notes: ['The link is good for a day and works once.', notYou],
  })

export const guestMail = (to: Addressee, url: string): Mail =>
  write(to, {
    subject: `Confirm your email address to order at ${site.name}`,
    paragraphs: [
      'Somebody, you we hope, wants to order food with this address. Confirm it, then go back to your order and place it.',
    ],
    action: { label: 'Confirm my email address', url },
    notes: ['The link is good for an hour and works once.', notYou],
  })

export const knownAddressMail = (to: Addressee, loginUrl: string): Mail =>
  write(to, {
    subject: `You already have an account at ${site.name}`,
    paragraphs: [
      'Somebody, you we hope, has tried to sign up with this address, or to have it confirmed. It has an account already, so there is nothing to confirm: just log in.',
    ],
    action: { label: 'Log in', url: loginUrl },
    notes: ['If you have forgotten your password, choose “Forgot password” there.', notYou],
  })

export const resetMail = (to: Addressee, url: string): Mail =>
  write(to, {
    subject: `Choose a new password for ${site.name}`,
    paragraphs: [`Somebody, you we hope, has asked for a new password for your account at ${site.name}.`],
    action: { label: 'Choose a new password', url },
    notes: ['The link is good for an hour and works once.', notYou],
  })

export const passwordChangedMail = (to: Addressee, url: string): Mail =>
  write(to, {
    subject: `Your ${site.name} password was changed`,
    paragraphs: [
      `The password of your account at ${site.name} was changed just now. You have been logged out everywhere else.`,
    ],
    action: { label: 'Choose another password', url },
    notes: [secure],
  })

export const emailChangeMail = (to: Addressee, url: string): Mail =>
  write(to, {
    subject: `Confirm your new email address for ${site.name}`,
    paragraphs: [`You have asked for this to become the address of your account at ${site.name}.`],
    action: { label: 'Confirm my new address', url },
    notes: ['The link is good for a day and works once.', notYou],
  })

export const emailChangedMail = (to: Addressee, newEmail: string): Mail =>
  write(to, {
    subject: `Your ${site.name} email address was changed`,
    paragraphs: [
      `The address of your account at ${site.name} is now ${newEmail}. This is the last mail to the old one.`,
    ],
    notes: ['If this was not you, answer this mail at once.'],
  })

export const providerAddedMail = (to: Addressee, provider: string, accountUrl: string): Mail =>
  write(to, {
    subject: `You can now log in to ${site.name} with ${provider}`,
    paragraphs: [`Somebody has logged in to your account at ${site.name} with ${provider} for the first time.`],
    action: { label: 'Look at your account', url: accountUrl },
    notes: [secure],
  })

export const accountDeletedMail = (to: Addressee): Mail =>
  write(to, {
    subject: `Your ${site.name} account is gone`,
    paragraphs: [`Your account at ${site.name} and what belonged to it have been deleted. Goodbye, and thank you.`],
    notes: ['If this was not you, answer this mail.'],
  })
