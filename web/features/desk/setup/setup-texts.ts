import { site } from '#site'

/**
 * Returns the URL for example settings: the configured origin, or else the origin of this page. Origins without HTTPS
 * are skipped. When both are skipped, returns an invented URL.
 */
export function chooseExampleUrl(origin = ''): URL {
  const known = [origin, location.origin].find((address) => address.startsWith('https://'))
  return new URL(known ?? 'https://your-domain.org')
}

/** Returns the source of a first page for `content/my-first-page.mdx`. @param date the date of publication */
export const buildExamplePageSource = (date: Date): string => `---
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

/**
 * Returns the lines of `site.config.ts` that contain the name, author and URL of the site, for the author to copy and
 * change.
 */
export const buildSiteConfigLines = ({ origin, hostname }: URL): string =>
  `name: '${site.name.replace(/['\\]/g, '\\$&')}',
author: '${site.author.replace(/['\\]/g, '\\$&')}',
origin: '${origin}',
securityContact: 'mailto:security@${hostname}',`

export const buildHttpsEnvLines = ({ origin }: URL): string => `ORIGINS=${origin}
TRUST_PROXY=on`

export const buildCaddyFile = ({ host }: URL): string => `${host} {
  reverse_proxy 127.0.0.1:3000
}`

export const buildMailEnvLines = ({ hostname }: URL): string => `SMTP_URL=smtps://user:password@mail.${hostname}
MAIL_FROM=${site.name} <no-reply@${hostname}>`

/** Returns the commands that make a backup in a new folder and check it. */
export function buildBackupCommands(date: Date): string {
  const folder = `../backup-${date.toISOString().slice(0, 10)}`
  return `npm run backup -- ${folder}
npm run backup:check -- ${folder}`
}
