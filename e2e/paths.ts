import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { SiteFeatures } from '../contract/site-config.ts'
import { site as fixture } from '../fixture-site/site.config.ts'
import { site as author } from '../site.config.ts'
import { buildFolder, siteAddresses } from './services/ports.ts'

/** A page with the values of its front matter. */
interface SitePage {
  path: string
  /** The name of the page's file without extension. The name of the page's script starts with the same text. */
  name: string
  isPlaceholder: boolean
  isPrivate: boolean
}

/** Reads the published pages of a site from its `content` folder. A site without accounts has no private pages. */
function readSitePages(folder: string, { accounts }: SiteFeatures): SitePage[] {
  const files = globSync('**/*.mdx', { cwd: folder }).filter((file) => accounts || !file.startsWith('private/'))
  return files.flatMap((file) => {
    const source = readFileSync(`${folder}/${file}`, 'utf8')
    const keyOf = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(source)?.[1]
    if (keyOf('draft') === 'true' || Date.parse(keyOf('published') ?? '') > Date.now()) return []
    return {
      path: keyOf('path') ?? '',
      name: basename(file, '.mdx'),
      isPlaceholder: keyOf('placeholder') === 'true',
      isPrivate: file.startsWith('private/'),
    }
  })
}

/** Both sites that the browser tests build, with all their pages. */
export const sites = [
  {
    name: 'the fixture site',
    address: siteAddresses.site,
    build: buildFolder,
    pages: readSitePages('fixture-site/content', fixture.features),
  },
  {
    name: 'the author’s site',
    address: siteAddresses.author,
    build: 'dist',
    pages: readSitePages('content', author.features),
  },
] as const
const [{ pages }] = sites

/** The paths of all pages of the fixture site. */
export const fixturePagePaths = pages.map(({ path }) => path).sort()

/** The paths of the placeholder pages of the fixture site (S2.05). */
export const placeholderPagePaths = pages.flatMap(({ path, isPlaceholder }) => (isPlaceholder ? [path] : [])).sort()
