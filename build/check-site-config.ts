import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { featureNames, pageSubjects, SITE_NAME_LENGTH_MAX, type SiteConfig } from '#contract/site-config.ts'
import { site } from '#site'
import { AuthorError } from './author-error.ts'
import { siteConfigFile } from './site.ts'

const subject = z.enum(pageSubjects)
const text = z.string().min(1)
const hue = z.number().min(0).max(359).optional()
const hues = Object.fromEntries(['sky', 'accent', ...pageSubjects].map((name) => [name, hue]))
/** A feature without a line is off. */
const features = Object.fromEntries(featureNames.map((name) => [name, z.boolean().optional()]))

const config = z
  .strictObject({
    name: text.max(SITE_NAME_LENGTH_MAX, `must have at most ${SITE_NAME_LENGTH_MAX} characters`),
    motto: z.string(),
    origin: z
      .url()
      .refine((origin) => new URL(origin).origin === origin, 'must be an origin such as https://example.org'),
    language: text.refine(isLanguage, 'must be a code such as en or de-AT'),
    description: text,
    groups: z.record(z.string(), subject),
    links: z.array(z.strictObject({ name: text, url: z.url(), group: z.string() })),
    social: z.array(z.strictObject({ name: text, url: z.url() })),
    author: text,
    colours: z.strictObject(hues).optional(),
    securityContact: z.url(),
    app: z.strictObject({ id: text }),
    features: z.strictObject(features),
  } satisfies Record<keyof SiteConfig, unknown>)
  .superRefine(({ groups, links }, { addIssue }) => {
    const names = Object.keys(groups)
    for (const [index, { group }] of links.entries())
      if (!names.includes(group))
        addIssue({ code: 'custom', path: ['links', index, 'group'], message: `must be one of ${names.join(', ')}` })
  })

/** Returns whether a text has the form of a language code (BCP 47). */
function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length > 0
  } catch {
    return false
  }
}

/**
 * Checks site.config.ts, because no compiler checks its types before a build.
 * @throws AuthorError with the line and the reason of each fault
 */
export function checkSiteConfig(found: unknown = site): void {
  const issues = config.safeParse(found).error?.issues
  if (!issues) return
  const lines = readFileSync(siteConfigFile, 'utf8').split('\n')
  const errors = issues.map(({ path: [key, ...rest], message }) => {
    const line = lines.findIndex((each) => each.trimStart().startsWith(`${String(key)}:`)) + 1
    const place = [path.basename(siteConfigFile), ...(line > 0 ? [line] : [])].join(':')
    return `${place}: ${key === undefined ? '' : `${[key, ...rest].join('.')}: `}${message}.`
  })
  throw new AuthorError(`${errors.join('\n')}\ncontract/site-config.ts explains each setting.`)
}
