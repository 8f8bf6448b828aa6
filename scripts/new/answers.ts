import { parseArgs } from 'node:util'
import { featureNames, SITE_NAME_LENGTH_MAX, type SiteFeatures } from '../../contract/site-config.ts'
import { AnswerError } from './answer-error.ts'
import type { ExistingSite } from './existing-site.ts'
import { formatPresetGroups, type MenuGroupAnswer, parseMenuGroups } from './groups.ts'
import { describeHue, formatHueNames, parseHue } from './hues.ts'
import { getStarterTexts } from './starter.ts'

export interface Answers {
  name: string
  author: string
  language: string
  origin: string
  description: string
  groups: MenuGroupAnswer[]
  sky?: number
  accent?: number
  features: SiteFeatures
  /** The paths of the existing pages that the new site keeps. */
  keep: string[]
}

/** A question of the command. Its answer can also be given as a flag of the same name. */
export interface Question {
  flag: 'name' | 'author' | 'language' | 'address' | 'about' | 'groups' | 'sky' | 'accent' | 'features' | 'keep'
  text: string
  /** Returns the answer for an empty line. This answer may depend on earlier answers. */
  preset: (answers: Partial<Answers>, site: ExistingSite) => string
  /** Parses an answer. @throws AnswerError when the answer is not valid */
  read: (text: string, site: ExistingSite, answers: Partial<Answers>) => Partial<Answers>
  isAsked?: (site: ExistingSite) => boolean
}

const requireText = (text: string, what: string): string => {
  if (text.trim() === '') throw new AnswerError(`Enter ${what}.`)
  return text.trim()
}

/** The questions in the order in which they are asked. */
export const questions: Question[] = [
  {
    flag: 'name',
    text: 'The name of the site',
    preset: (_, { config, isOwn }) => (isOwn ? config.name : ''),
    read: (text) => ({ name: readName(text) }),
  },
  {
    flag: 'author',
    text: 'The name of its author',
    preset: ({ name = '' }, { config, isOwn }) => (isOwn ? config.author : name),
    read: (text) => ({ author: requireText(text, 'the name of the author') }),
  },
  {
    flag: 'language',
    text: 'The language of its pages, such as en, fr, de-AT or ja',
    preset: (_, { config }) => config.language,
    read: (text) => ({ language: readLanguage(text) }),
  },
  {
    flag: 'address',
    text: 'Its address, such as https://example.org',
    preset: ({ name = '' }, { config, isOwn }) => (isOwn ? config.origin : presetAddress(name)),
    read: (text) => ({ origin: readOrigin(text) }),
  },
  {
    flag: 'about',
    text: 'What it is about, in one sentence',
    preset: ({ author = '', language = 'en' }, { config, isOwn }) =>
      isOwn ? config.description : getStarterTexts(language).description(author),
    read: (text) => ({ description: readDescription(text) }),
  },
  {
    flag: 'groups',
    text: `The groups of its menu, one to five, each with a hue (0 to 359, or ${formatHueNames()})`,
    preset: ({ language = 'en' }, site) => formatPresetGroups(language, site),
    read: (text, site, { language = 'en' }) => ({ groups: parseMenuGroups(text, site, language) }),
  },
  {
    flag: 'sky',
    text: 'The hue of the sky, pages and text',
    preset: (_, { config, isOwn }) => describeHue((isOwn ? config.colours?.sky : undefined) ?? 250),
    read: (text) => ({ sky: parseHue(text) }),
  },
  {
    flag: 'accent',
    text: 'The hue of buttons',
    preset: (_, { config, isOwn }) => describeHue((isOwn ? config.colours?.accent : undefined) ?? 25),
    read: (text) => ({ accent: parseHue(text) }),
  },
  {
    flag: 'features',
    text: `Its features: ${featureNames.join(', ')}; all or none`,
    preset: (_, { config, isOwn }) =>
      isOwn
        ? featureNames.filter((name) => config.features[name]).join(', ') || 'none'
        : 'accounts, comments, newsletter, push, statistics',
    read: (text) => ({ features: readFeatures(text) }),
  },
  {
    flag: 'keep',
    text: 'Pages of the present site to keep as examples: paths, all or none',
    preset: () => 'none',
    read: (text, { paths }) => ({ keep: readKeep(text, paths) }),
    isAsked: ({ isOwn, paths }) => !isOwn && paths.length > 0,
  },
]

function readLanguage(text: string): string {
  try {
    const [language] = Intl.getCanonicalLocales(requireText(text, 'a language'))
    if (language) return language
  } catch (error) {
    if (error instanceof AnswerError) throw error
  }
  throw new AnswerError(`"${text}" is no language. Enter a code such as en, fr, de-AT or ja.`)
}

function readName(text: string): string {
  const name = requireText(text, 'the name of the site')
  if (name.length <= SITE_NAME_LENGTH_MAX) return name
  throw new AnswerError(`The name has ${name.length} characters. Write at most ${SITE_NAME_LENGTH_MAX}.`)
}

function presetAddress(name: string): string {
  const host = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
  return `https://${host || 'site'}.example`
}

function readOrigin(text: string): string {
  const address = /^https?:\/\//.test(text.trim()) ? text.trim() : `https://${text.trim()}`
  const url = URL.canParse(address) ? new URL(address) : null
  const isOrigin = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.hostname.includes('.')
  if (!isOrigin) throw new AnswerError(`"${text}" is no address of a site. Enter one such as https://example.org.`)
  return url.origin
}

function readDescription(text: string): string {
  const description = requireText(text, 'a sentence about the site')
  if (description.length >= 10 && description.length <= 200) return description
  throw new AnswerError(`The sentence has ${description.length} characters. Write 10 to 200.`)
}

function readFeatures(text: string): SiteFeatures {
  const named = text.split(/[\s,]+/).filter(Boolean)
  const wanted = named.includes('all') ? featureNames : named.filter((name) => name !== 'none')
  const unknown = wanted.filter((name) => !featureNames.some((feature) => feature === name))
  if (unknown.length > 0)
    throw new AnswerError(`There is no feature ${unknown.join(', ')}. The features are ${featureNames.join(', ')}.`)
  const features = Object.fromEntries(featureNames.map((name) => [name, wanted.includes(name)]))
  const orphans = ['comments', 'newsletter', 'push', 'ordering', 'statistics'].filter((name) => features[name])
  if (orphans.length > 0 && !features.accounts)
    throw new AnswerError(`${orphans.join(' and ')} need accounts. Add accounts, or leave them out.`)
  return features as unknown as SiteFeatures
}

function readKeep(text: string, paths: string[]): string[] {
  const named = text.split(/[\s,]+/).filter(Boolean)
  if (named.includes('all')) return paths
  const kept = named.filter((name) => name !== 'none').map((name) => `/${name.replace(/^\//, '')}`)
  const unknown = kept.filter((path) => !paths.includes(path))
  if (unknown.length > 0)
    throw new AnswerError(`There is no page ${unknown.join(', ')}. The pages are ${paths.join(', ')}.`)
  return kept
}

const flagOptions = {
  ...(Object.fromEntries(questions.map(({ flag }) => [flag, { type: 'string' }])) as Record<
    Question['flag'],
    { type: 'string' }
  >),
  yes: { type: 'boolean' },
  force: { type: 'boolean' },
  fresh: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** Reads the flags of the command. @throws AnswerError when a flag does not exist or lacks its value */
export function readFlags(args: string[]) {
  try {
    return parseArgs({ args, options: flagOptions }).values
  } catch (error) {
    throw new AnswerError(`${error instanceof Error ? error.message : error}\nnpm run new -- --help lists the flags.`)
  }
}

export type Flags = ReturnType<typeof readFlags>
