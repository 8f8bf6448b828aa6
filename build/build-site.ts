import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { site } from '#site'
import { toPageKey } from '../contract/page-key.ts'
import { isArticle, type PageSummary } from '../web/kit/page.ts'
import { checkArticles } from './articles/check-articles.ts'
import { bundlePages, bundleServer, copyBundles, hashBundleSources } from './bundles.ts'
import { compressFiles } from './compress.ts'
import { checkGroups, readHiddenPages, readPages } from './content.ts'
import { hashFiles, hashSources, listFiles, type SourceHashes } from './fingerprint.ts'
import { linkFile, linkFolder } from './link-folder.ts'
import { checkLinks } from './links.ts'
import { takeBundleManifest } from './manifest.ts'
import { deleteUnusedFiles } from './reused-files.ts'
import { writeServiceWorker } from './service-worker.ts'
import { buildWorkFolder, distFolder, loadRenderer, siteFolder } from './site.ts'
import { writeTexts } from './texts.ts'

/** The data of a build that the server needs besides its files. */
export interface BuildRecord {
  /** The hash of all served files: the version of the site (S7.10). */
  version: string
  /** The hashes of the inline blocks of all pages, for the Content-Security-Policy. */
  csp: { scripts: string[]; styles: string[] }
  /** The author's pages, with the keys of their stored data and their previous paths. */
  pages: {
    key: string
    path: string
    title: string
    description: string
    published: string | null
    /** Whether the page is listed in lists of articles and in feeds. */
    isArticle: boolean
    private: boolean
    aliases: string[]
  }[]
  /** The time at which a scheduled page appears and the next build is due, in milliseconds since 1970. */
  nextBuild: number | null
  /** The hash of the sources of this build. */
  sources: string
  /** The hash of all sources except the pages. A running server switches only to a build with the same hash. */
  program: string
  /** The hash of all that the bundles are made from (build/bundles.ts). */
  bundles: string
  /** The server's files and the assets of this build, without those that it keeps from the previous build. */
  own: string[]
}

const recordOf = (page: PageSummary) => ({
  key: toPageKey(page.path),
  path: page.path,
  title: page.title,
  description: page.description,
  published: page.published ?? null,
  isArticle: isArticle(page),
  private: page.private ?? false,
  aliases: page.aliases ?? [],
})

/** Reads the record of a build. The record of an earlier version of the site may lack properties. */
export const readRecord = (folder: string): Partial<BuildRecord> =>
  JSON.parse(readFileSync(path.join(folder, 'build.json'), 'utf8'))

/**
 * Returns whether a site's dist/ was built from its current sources and contains all pages that are due by now.
 * @param hashes of the current sources
 */
export function isBuildCurrent(folder = siteFolder, hashes = hashSources(folder)): boolean {
  const dist = path.join(folder, 'dist')
  if (!existsSync(path.join(dist, 'build.json'))) return false
  const { sources, nextBuild } = readRecord(dist)
  return sources === hashes.sources && (nextBuild ?? Number.POSITIVE_INFINITY) > Date.now()
}

/**
 * Bundles and renders all files of the site in the work folder. Their hash is the version of the site. When only texts
 * have changed, the bundles of the former build are used again.
 * @param say receives progress messages
 * @param hashes of the current sources
 */
export async function buildSiteFiles(say: (text: string) => void, hashes = hashSources()) {
  process.env.NODE_ENV = 'production'
  await rm(buildWorkFolder, { recursive: true, force: true })
  const pages = readPages()
  checkGroups(pages)
  await checkArticles(pages.filter(({ list }) => !list).map(({ file }) => file))
  const bundles = await hashBundleSources(hashes.program, pages)
  const isReused = await copyBundles(distFolder, bundles)
  if (!isReused) {
    say('Bundling the pages and the renderer …')
    await bundlePages()
  }
  const [{ prerenderPages }, { writePrivatePages }, { writeIconsAndSocialPictures }, { writeSiteFiles }, renderer] =
    await Promise.all([
      import('./prerender.ts'),
      import('./private-pages.ts'),
      import('./drawings.ts'),
      import('./site-files.ts'),
      loadRenderer(),
    ])
  say('Drawing the pictures …')
  await writeIconsAndSocialPictures(renderer, pages)
  const texts = await writeTexts(pages, bundles)
  say('Writing the pages …')
  const manifest = await takeBundleManifest()
  const { rendered, hashes: csp } = await prerenderPages(renderer, { manifest, texts, bundles })
  await writeSiteFiles(rendered)
  const written = [...rendered.map(({ page, html }) => ({ ...page, html })), ...(await writePrivatePages(texts))]
  const hidden = readHiddenPages()
  checkLinks(written, renderer.pages, hidden.pages)
  const version = hashFiles(
    [...listFiles('web', buildWorkFolder), ...listFiles('bundles/worker', buildWorkFolder)],
    buildWorkFolder,
  )
  await writeServiceWorker(version, renderer.pages, manifest, texts)
  return { version, csp, pages, nextBuild: hidden.nextTime, ...hashes, bundles, isReused }
}

/**
 * Builds the whole site into dist/: bundles, pages, pictures, feeds and compressed files.
 * @param say receives progress messages
 * @param hashes of the current sources
 */
export async function buildSite(say: (text: string) => void, hashes?: SourceHashes): Promise<void> {
  const { isReused, pages, ...built } = await buildSiteFiles(say, hashes)
  const formerServer = await copyServer(distFolder, buildWorkFolder, built.program)
  if (!formerServer || !isReused) {
    say('Bundling the server …')
    await bundleServer({ server: !formerServer, renderer: !isReused && site.features.ordering })
  }
  say('Compressing …')
  await compressFiles()
  await deleteUnusedFiles()
  const server = formerServer ?? listFiles('server', buildWorkFolder)
  const own = [...server, ...listFiles('web/assets', buildWorkFolder)]
  await writeFile(
    path.join(buildWorkFolder, 'build.json'),
    JSON.stringify({ ...built, pages: pages.filter(({ list }) => !list).map(recordOf), own } satisfies BuildRecord),
  )
  if (!formerServer) {
    say('Compiling the server …')
    const { warmUpServer } = await import('./warm-up.ts')
    await warmUpServer()
  }
  await keepFormerFiles(distFolder, buildWorkFolder)
  await replaceFolder(distFolder, buildWorkFolder)
}

/**
 * Copies the server of the previous build with its compiled code, when only pages have changed since that build.
 * @returns the server files that the previous build made; null when the server has to be bundled
 */
export async function copyServer(formerBuild: string, newBuild: string, program: string): Promise<string[] | null> {
  if (!existsSync(path.join(formerBuild, 'build.json'))) return null
  const former = readRecord(formerBuild)
  if (former.program !== program || !former.own) return null
  for (const folder of ['server', 'maps/server'])
    linkFolder(path.join(formerBuild, folder), path.join(newBuild, folder))
  return former.own.filter((file) => file.startsWith('server/'))
}

/**
 * Copies the files that a build replaces: those of the server, because a process that still runs that build may load some
 * of them later, and the assets for open pages. Leaves out the files that the replaced build has kept from an earlier one.
 */
export async function keepFormerFiles(formerBuild: string, newBuild: string): Promise<void> {
  if (!existsSync(path.join(formerBuild, 'build.json'))) return
  const { own = [] } = readRecord(formerBuild)
  for (const file of own)
    if (!existsSync(path.join(newBuild, file))) linkFile(path.join(formerBuild, file), path.join(newBuild, file))
}

/** Replaces a folder by another folder. The folder is missing only for a moment, between two renames. */
async function replaceFolder(folder: string, by: string): Promise<void> {
  const former = `${folder}.old`
  await rm(former, { recursive: true, force: true })
  if (existsSync(folder)) await rename(folder, former)
  await rename(by, folder)
  await rm(former, { recursive: true, force: true })
}
