import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { calculateHue, computePalette } from '../../contract/palette.ts'
import type { PageSubject, SiteConfig, SiteHues } from '../../contract/site-config.ts'
import type { Answers } from './answers.ts'
import type { ExistingSite } from './existing-site.ts'
import { mapRenamedGroups } from './groups.ts'

const subjects: PageSubject[] = ['gaming', 'games', 'programming', 'projects', 'about']

/** The first line that the command writes into a site.config.ts. */
const mark = '// Written by `npm run new`, which also changes it. contract/site-config.ts explains each setting.'

/** Returns whether a site.config.ts was written by the command. */
export const isGeneratedConfig = (text: string): boolean => text.startsWith(mark)

/** Returns the site's configuration with the answers applied. Settings that the command does not ask for are kept. */
export function buildSiteConfig(answers: Answers, { config, isOwn }: ExistingSite): SiteConfig {
  const { name, author, language, origin, description, features } = answers
  const groups = assignSubjects(answers, { config, isOwn })
  const host = new URL(origin).hostname
  const isContactDerived = config.securityContact === `mailto:security@${new URL(config.origin).hostname}`
  const renamed = mapRenamedGroups(config, Object.keys(groups))
  return {
    name,
    motto: isOwn && config.motto !== config.description ? config.motto : description,
    origin,
    language,
    description,
    groups,
    links: isOwn ? config.links.map((link) => ({ ...link, group: renamed[link.group] ?? link.group })) : [],
    social: isOwn ? config.social : [],
    author,
    colours: chooseHues(answers, groups),
    securityContact: isOwn && !isContactDerived ? config.securityContact : `mailto:security@${host}`,
    app: isOwn ? config.app : { id: toAppId(host) },
    features,
  }
}

/**
 * Assigns a subject, which is the name of a tile colour, to each group. A group keeps its subject. A group that
 * replaces a former group takes over the subject of the former group. Other groups get free subjects.
 */
function assignSubjects(
  { groups }: Answers,
  { config, isOwn }: Pick<ExistingSite, 'config' | 'isOwn'>,
): Record<string, PageSubject> {
  const present = isOwn ? config.groups : {}
  const renamed = mapRenamedGroups(
    { groups: present },
    groups.map(({ name }) => name),
  )
  const former = Object.fromEntries(Object.entries(renamed).map(([old, name]) => [name, present[old]]))
  const chosen: Record<string, PageSubject> = {}
  const isFree = (subject: PageSubject | undefined) => subject !== undefined && !Object.values(chosen).includes(subject)
  for (const { name } of groups) {
    const own = present[name] ?? former[name]
    if (own && isFree(own)) chosen[name] = own
  }
  for (const { name } of groups) chosen[name] ??= subjects.find(isFree) ?? 'about'
  return Object.fromEntries(groups.map(({ name }) => [name, chosen[name] ?? 'about']))
}

/**
 * Returns the hues of the sky, the accent and the subjects, without those that are close to the default hues. A subject
 * without a group gets the hue of a group.
 */
function chooseHues({ groups, sky, accent }: Answers, subjectOf: Record<string, PageSubject>): SiteHues {
  const { day, tiles } = computePalette()
  const hues: SiteHues = {}
  const set = (key: keyof SiteHues, hue: number | undefined, engine: string) => {
    if (hue !== undefined && Math.abs(hue - calculateHue(engine)) >= 10) hues[key] = hue
  }
  set('sky', sky, day['sky-1'])
  set('accent', accent, day.ruby)
  for (const { name, hue } of groups) {
    const subject = subjectOf[name]
    if (subject) set(subject, hue, tiles[subject].a)
  }
  // The included scenes also show tiles of subjects without a group, so these subjects get the hues of the groups.
  const used = Object.values(subjectOf)
  for (const [at, subject] of subjects.filter((subject) => !used.includes(subject)).entries()) {
    const model = used[at % used.length] ?? subject
    set(subject, hues[model] ?? Math.round(calculateHue(tiles[model].a)), tiles[subject].a)
  }
  return hues
}

/** Returns a domain name with its parts in reverse order, without characters that app stores refuse. */
const toAppId = (host: string): string =>
  host
    .split('.')
    .reverse()
    .map((part) => part.replace(/[^a-z0-9]/g, '').replace(/^(?=\d|$)/, 'a'))
    .join('.')

/** Formats a configuration as a TypeScript file, in the code style of the project. */
export function formatConfigFile(config: SiteConfig): string {
  const lines = Object.entries(config).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`)
  const text = `${mark}\nimport type { SiteConfig } from './contract/site-config.ts'\n\nexport const site: SiteConfig = {\n${lines.join('')}}\n`
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=site.config.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    input: text,
    encoding: 'utf8',
  })
}
