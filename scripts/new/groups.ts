import { pagePathSchema } from '../../build/front-matter.ts'
import type { SiteConfig } from '../../contract/site-config.ts'
import { AnswerError } from './answer-error.ts'
import type { ExistingSite } from './existing-site.ts'
import { describeHue, parseHue } from './hues.ts'
import { getStarterTexts, splitMenuGroupsByStarterPage, toSlug } from './starter.ts'

/** A group of the menu. */
export interface MenuGroupAnswer {
  name: string
  hue?: number
  /** The path of the first page of the group. Absent when the group has a page or gets a page of the starter. */
  path?: string
}

/**
 * Returns the preset answer about groups. A site with its own pages keeps its groups. Other sites get the groups of the
 * starter pages.
 */
export function formatPresetGroups(language: string, { config, isOwn }: ExistingSite): string {
  const { articles, about } = getStarterTexts(language)
  if (!isOwn) return `${articles}=blue, ${about}=yellow`
  const present = Object.entries(config.groups).map(([name, subject]) => {
    const hue = config.colours?.[subject]
    return hue === undefined ? name : `${name}=${describeHue(hue)}`
  })
  return present.join(', ')
}

/**
 * Parses the groups of a site, and chooses the path of each first page that is to be written.
 * @throws AnswerError when a group is not valid, or when its name gives no path that is free
 */
export function parseMenuGroups(text: string, site: ExistingSite, language: string): MenuGroupAnswer[] {
  const groups = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readGroup)
  const names = groups.map(({ name }) => name)
  if (groups.length === 0 || groups.length > 5 || new Set(names).size < groups.length)
    throw new AnswerError('Enter one to five groups with different names, such as: Recipes=orange, Shop=teal.')
  // The configuration is an object of JavaScript, which lists whole numbers before other names.
  const ordered = Object.keys(Object.fromEntries(names.map((name) => [name, name])))
  if (ordered.some((name, at) => name !== names[at]))
    throw new AnswerError(
      `Groups whose names are numbers come first in the menu. Enter them in this order: ${ordered.join(', ')}.`,
    )
  const starter = getStarterTexts(language)
  const taken = ['/about', '/first-article', '/privacy', starter.aboutPath, starter.articlePath, ...site.takenPaths]
  const withoutPage = listGroupsWithoutPage(names, site, language)
  for (const group of groups) {
    if (!withoutPage.includes(group.name)) {
      const reason = site.isOwn ? 'has a page already' : 'gets a page of the starter'
      if (group.path) throw new AnswerError(`${group.name} ${reason}. Leave out ${group.path}.`)
      continue
    }
    group.path = choosePath(group, taken)
    taken.push(group.path)
  }
  return groups
}

function readGroup(part: string): MenuGroupAnswer {
  const [label = '', hue] = part.split('=').map((half) => half.trim())
  const [, name = label, path] = /^(.*\S)\s+(\/\S*)$/.exec(label) ?? []
  if (name === '') throw new AnswerError(`"${part}" has no name before the sign =.`)
  return { name, ...(path !== undefined && { path }), ...(hue !== undefined && { hue: parseHue(hue) }) }
}

function choosePath({ name, path = `/${toSlug(name)}` }: MenuGroupAnswer, taken: string[]): string {
  const instead = `Write an address after the name, such as: ${name} /my-page`
  if (path === '/') throw new AnswerError(`${name} has no Latin letters for the address of its first page. ${instead}`)
  const problem = pagePathSchema.safeParse(path).error?.issues[0]?.message
  if (problem) throw new AnswerError(`${path} ${problem}. ${instead}`)
  if (taken.includes(path)) throw new AnswerError(`${path} is the address of another page. ${instead}`)
  return path
}

/** Returns the groups for which a first page is to be written. */
function listGroupsWithoutPage(names: string[], { config, isOwn }: ExistingSite, language: string): string[] {
  if (!isOwn) return splitMenuGroupsByStarterPage(names, language).others
  const renamed = Object.values(mapRenamedGroups(config, names))
  return names.filter((name) => !(name in config.groups) && !renamed.includes(name))
}

/**
 * Maps the name of each removed group to its replacement: the first removed group to the first added group, and so on.
 * When there are more removed groups than added groups, the other removed groups map to the last group of the site.
 */
export function mapRenamedGroups({ groups }: Pick<SiteConfig, 'groups'>, names: string[]): Record<string, string> {
  const gone = Object.keys(groups).filter((name) => !names.includes(name))
  const added = names.filter((name) => !(name in groups))
  return Object.fromEntries(gone.map((name, at) => [name, added[at] ?? names.at(-1) ?? '']))
}
