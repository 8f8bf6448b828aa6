import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { mailFolder } from './services/ports.ts'

/**
 * Waits for a mail to an email address with a matching subject. The site delivers it by SMTP.
 * @returns the newest matching mail
 */
export async function waitForMail(address: string, subject: RegExp): Promise<Email> {
  let found: Email | undefined
  const look = async () => {
    found = (await readMails(address)).findLast((mail) => subject.test(mail.subject ?? ''))
    return found?.subject ?? 'no such mail'
  }
  // The interval is short, because mails arrive within a fraction of a second, while Playwright's default intervals
  // grow longer.
  await expect.poll(look, { intervals: [50] }).toMatch(subject)
  return found as Email
}

/** Returns the link of a mail's button. */
export function findMailLink(mail: Email): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? []
  if (!link) throw new Error(`There is no link in “${mail.subject}”.`)
  return link
}

/** Returns all mails to an email address, oldest first. */
export async function readMails(address: string): Promise<Email[]> {
  const folder = join(mailFolder, encodeURIComponent(address.toLowerCase()))
  if (!existsSync(folder)) return []
  return Promise.all(
    readdirSync(folder)
      .sort()
      .map((file) => PostalMime.parse(readFileSync(join(folder, file)))),
  )
}
