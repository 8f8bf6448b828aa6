import { site } from '#site'

/**
 * Returns the address to show in example settings: that of the site, or else of this page, or else an example. Only
 * HTTPS origins count.
 */
export function chooseExampleAddress(origin = ''): URL {
  const known = [origin, location.origin].find((address) => address.startsWith('https://'))
  return new URL(known ?? 'https://your-domain.org')
}

/** Returns the source of a first page for `content/my-first-page.mdx`. @param date the date of publication */
export const buildFirstPageSource = (date: Date): string => `---
path: /my-first-page
title: My first page
description: What this page is about, in one sentence.
group: ${Object.keys(site.groups)[0]}
published: ${date.toISOString().slice(0, 10)}
---

This is my first page. It can have **bold words**, [links](/) and lists:

- one thing
- another thing
`

/** Returns the lines of `site.config.ts` about the identity of the site, with the values that an author changes. */
export const buildIdentitySettings = ({ origin, hostname }: URL): string =>
  `name: '${site.name.replace(/['\\]/g, '\\$&')}',
author: '${site.author.replace(/['\\]/g, '\\$&')}',
origin: '${origin}',
securityContact: 'mailto:security@${hostname}',`

export const buildHttpsEnvLines = ({ origin }: URL): string => `ORIGINS=${origin}
TRUST_PROXY=on`

export const buildCaddyFile = ({ host }: URL): string => `${host} {
  reverse_proxy 127.0.0.1:3000
}`

export const buildMailSettings = ({ hostname }: URL): string => `SMTP_URL=smtps://user:password@mail.${hostname}
MAIL_FROM=${site.name} <no-reply@${hostname}>`

/** Returns the commands that make a backup in a new folder and check it. */
export function buildBackupCommands(date: Date): string {
  const folder = `../backup-${date.toISOString().slice(0, 10)}`
  return `npm run backup -- ${folder}
npm run backup:check -- ${folder}`
}
