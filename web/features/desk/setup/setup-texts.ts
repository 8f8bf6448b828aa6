import { site } from '#site'

/**
 * Returns the host to show in example settings: that of the site, or else of the page's URL, or else an example. Only
 * HTTPS origins count.
 */
export function chooseHostname(origin = ''): string {
  const known = [origin, location.origin].find((address) => address.startsWith('https://'))
  return known ? new URL(known).hostname : 'your-domain.org'
}

/** Returns the source of a first page for `content/my-first-page.mdx`. @param date the date of publication */
export const writeFirstPage = (date: Date): string => `---
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
export const writeIdentity = (host: string): string =>
  `name: '${site.name.replace(/['\\]/g, '\\$&')}',
author: '${site.author.replace(/['\\]/g, '\\$&')}',
origin: 'https://${host}',
securityContact: 'mailto:security@${host}',`

export const writeHttpsSettings = (host: string): string => `ORIGINS=https://${host}
TRUST_PROXY=on`

export const writeCaddyFile = (host: string): string => `${host} {
  reverse_proxy 127.0.0.1:3000
}`

export const writeMailSettings = (host: string): string => `SMTP_URL=smtps://user:password@mail.${host}
MAIL_FROM=${site.name} <no-reply@${host}>`

/** Returns the commands that make a backup in a new folder and check it. */
export function writeBackupCommands(date: Date): string {
  const folder = `../backup-${date.toISOString().slice(0, 10)}`
  return `npm run backup -- ${folder}
npm run backup:check -- ${folder}`
}
