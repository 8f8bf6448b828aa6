import { globSync, readFileSync } from 'node:fs'

/** A page with the data of its front matter. */
interface SitePage {
  path: string
  isPlaceholder: boolean
  isPrivate: boolean
}

/** Reads all pages of a site from its `content` folder. */
export function readSitePages(folder: string): SitePage[] {
  return globSync('**/*.mdx', { cwd: folder }).map((file) => {
    const source = readFileSync(`${folder}/${file}`, 'utf8')
    const keyOf = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(source)?.[1]
    return {
      path: keyOf('path') ?? '',
      isPlaceholder: keyOf('placeholder') === 'true',
      isPrivate: file.startsWith('private/'),
    }
  })
}

const pages = readSitePages('fixture-site/content')

/** All routes of the fixture site. */
export const fixturePaths = pages.map(({ path }) => path).sort()

/** The placeholder routes of the fixture site (S2.05). */
export const placeholderPaths = pages.flatMap(({ path, isPlaceholder }) => (isPlaceholder ? [path] : [])).sort()
