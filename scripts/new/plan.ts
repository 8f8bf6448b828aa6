import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readTextIfExists } from '../../build/read-text.ts'
import { readFrontMatterValues } from '../../contract/front-matter.ts'
import type { SiteConfig } from '../../contract/site-config.ts'
import type { Answers } from './answers.ts'
import { buildSiteConfig, formatConfigFile } from './config-file.ts'
import type { ExistingSite } from './existing-site.ts'
import { type MenuGroupAnswer, mapRenamedGroups } from './groups.ts'
import { buildStarterPageTexts, chooseStarterLanguage } from './starter.ts'

/** A file that the command writes, or removes when `text` is null. */
export interface FileChange {
  file: string
  text: string | null
}

export interface ExistingPageFile {
  file: string
  text: string
  path: string
}

/** Reads the pages in content/, including private pages. */
export function readExistingPageFiles(folder: string): ExistingPageFile[] {
  return globSync('content/**/*.mdx', { cwd: folder })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8')
      return { file, text, path: readKey(text, 'path') }
    })
}

/** Lists the files that the command writes and removes, without files that stay unchanged. */
export function planFileChanges(folder: string, present: ExistingSite, answers: Answers, today: string): FileChange[] {
  const config = buildSiteConfig(answers, present)
  const pages = present.isOwn
    ? planOwnPages(folder, present, answers, config, today)
    : planNewPages(folder, answers, config, today)
  const changes: FileChange[] = [
    { file: 'site.config.ts', text: formatConfigFile(config) },
    ...pages,
    ...planReadme(folder, present, config),
  ]
  return changes.filter(({ file, text }) => text !== readText(folder, file))
}

const readText = (folder: string, file: string): string | null => readTextIfExists(path.join(folder, file))

/**
 * Plans the pages of a site whose pages belong to its author. These pages stay, and pages of renamed groups move to the
 * new groups. A new group gets its first page. No page of the starter replaces a page of the author, who may have given
 * the file `privacy.mdx` another path.
 */
function planOwnPages(
  folder: string,
  present: ExistingSite,
  { groups }: Answers,
  config: SiteConfig,
  today: string,
): FileChange[] {
  const names = Object.keys(config.groups)
  const renamed = mapRenamedGroups(present.config, names)
  const pages = readExistingPageFiles(folder)
  const moved = pages.flatMap(({ file, text }) => {
    const name = renamed[readKey(text, 'group')]
    return name ? [{ file, text: text.replace(/^group: .*$/m, () => `group: ${JSON.stringify(name)}`) }] : []
  })
  const paths = listFirstPages(groups)
  const starter = buildStarterPageTexts(config, today, paths)
  const needed = ['/', '/privacy', ...Object.values(paths)]
  const missing = needed
    .filter((address) => !pages.some(({ path }) => path === address))
    .map((address) => `${address.slice(1) || 'home'}.mdx`)
    .filter((name) => !pages.some(({ file }) => file === `content/${name}`))
    .flatMap((name) => (starter[name] ? [{ file: `content/${name}`, text: starter[name] }] : []))
  return [...moved, ...missing]
}

/** Returns the paths of the first pages that are to be written, by their groups. */
const listFirstPages = (groups: MenuGroupAnswer[]): Record<string, string> =>
  Object.fromEntries(groups.flatMap(({ name, path }) => (path ? [[name, path]] : [])))

/** Plans the pages of a new site: the starter pages, and the pages of the original site that are kept. */
function planNewPages(folder: string, { keep, groups }: Answers, config: SiteConfig, today: string): FileChange[] {
  const starter = buildStarterPageTexts(config, today, listFirstPages(groups))
  const pages = readExistingPageFiles(folder)
  const isKept = ({ path, file }: ExistingPageFile) =>
    keep.includes(path) || (path === '/privacy' && !starter['privacy.mdx'] && file.startsWith('content/'))
  const kept = pages.filter(isKept)
  const starters = Object.entries(starter).map(([name, text]) => ({
    file: `content/${name}`,
    text,
    path: readKey(text, 'path'),
  }))
  const isReplaced = ({ path }: ExistingPageFile) => kept.some((page) => page.path === path)
  const written: Record<string, string> = Object.fromEntries(
    starters.flatMap((page) => (isReplaced(page) ? [] : [[page.file, page.text]])),
  )
  const paths = [...kept, ...starters].map(({ path }) => path)
  const [firstGroup = ''] = Object.keys(config.groups)
  for (const { file, text, path } of kept) {
    if (path === '/privacy') continue
    const replaced = starters.find((page) => page.path === path)
    const group = (replaced && readKey(replaced.text, 'group')) || firstGroup
    written[file in written ? file.replace('.mdx', '-example.mdx') : file] = adoptPage(text, group, paths)
  }
  const keptFolders = kept.map(({ file }) => file.replace(/\.mdx$/, '/'))
  const privacy = kept.find(({ path }) => path === '/privacy')?.file
  const removed = globSync('{content/**,docs/pictures/*}', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !(file in written) && file !== privacy && !keptFolders.some((kept) => file.startsWith(kept)))
    .filter((file) => !kept.some((page) => namesScene(page.text, file) || namesFile(page, file)))
  return [
    ...removed.sort().map((file) => ({ file, text: null })),
    ...Object.entries(written).map(([file, text]) => ({ file, text })),
  ]
}

/** Returns whether a page uses the scene that a file defines. */
const namesScene = (text: string, file: string): boolean =>
  file.startsWith('content/scenes/') && new RegExp(`\\bscene(: *["']?|=["'])${path.parse(file).name}\\b`).test(text)

/** Returns whether a page shows or links a file, such as one that was uploaded at the desk. */
const namesFile = (page: ExistingPageFile, file: string): boolean =>
  page.text.includes(`./${path.posix.relative(path.posix.dirname(page.file), file)}`)

/** Lists the paths of screens, such as /desk. Pages cannot have these paths. */
export function listScreenUrlPaths(folder: string): string[] {
  const features = globSync('web/features/*/feature.ts', { cwd: folder }).map((file) => readText(folder, file) ?? '')
  return features.flatMap((text) => [...text.matchAll(/\bpath: '(\/[\w-]*)/g)].map(([, path = '']) => path))
}

/** Returns the value of a key of the front matter of a page; an empty text without this key. */
const readKey = (text: string, key: string): string => String(readFrontMatterValues(text)[key] ?? '')

/** Moves a page of the original site to a group of the new site. Links to removed pages become text. */
function adoptPage(text: string, group: string, paths: string[]): string {
  return text
    .replace(/^group: .*$/m, () => `group: ${JSON.stringify(group)}`)
    .replace(/^subject: .*\n/m, '')
    .replace(/\[([^\]]*)\]\((\/[^)#]*)(#[^)]*)?\)/g, (link, words, target) => (paths.includes(target) ? link : words))
}

/** Plans README.md. It gets the name of the site, and the description and pictures of the original site are removed. */
function planReadme(folder: string, { config: former, isOwn }: ExistingSite, config: SiteConfig): FileChange[] {
  const text = readText(folder, 'README.md')
  if (text === null || !text.startsWith(`# ${former.name}\n`)) return []
  const named = text.replace(/^.*\n/, () => `# ${config.name}\n`)
  if (isOwn) return [{ file: 'README.md', text: named }]
  const introduction = `${config.description}\n\nOne command builds and serves this site.`
  return [
    {
      file: 'README.md',
      text: named
        .replace(/^(# .*\n\n)[^\n]+/, (_, title) => title + introduction)
        .replace(/<picture>[\s\S]*?<\/picture>\n\n/, '')
        .replace(/## What it looks like\n[\s\S]*?(?=\n## )/, '')
        .replace(/\n{3,}/g, '\n\n'),
    },
  ]
}

/** Describes the effects of a site's language on its pages and its interface. */
export function describeLanguageEffects(language: string): string[] {
  const main = new Intl.Locale(language).language
  if (main === 'en') return []
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(main) ?? main
  if (chooseStarterLanguage(language) === main)
    return [`Buttons and messages of the site are in English. Only the pages are in ${name}.`]
  return [
    `There are no starter pages in ${name}, so they are in English. Buttons and messages stay English.`,
    `Translate ${['home', 'about', 'privacy'].map((file) => `content/${file}.mdx`).join(', ')} before you publish.`,
  ]
}
