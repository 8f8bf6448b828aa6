import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { site } from '#site'
import { toPageKey } from '../contract/page-key.ts'
import { isArticle, type PageSummary } from '../web/kit/page.ts'
import { checkArticles } from './articles/check-articles.ts'
import { compressFiles } from './compress.ts'
import { checkGroups, readHiddenPages, readPages } from './content.ts'
import { listPageSummaries } from './content-plugin.ts'
import { hashFiles, hashProgram, hashSources, listFiles } from './fingerprint.ts'
import { checkLinks } from './links.ts'
import { deleteUnusedFiles } from './reused-files.ts'
import { buildWorkFolder, distFolder, loadRenderer, siteFolder } from './site.ts'
import { moveSourceMaps } from './source-maps.ts'

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
  /** The hash of the list of pages that every page loads. */
  summaries: string
  /** The server's files and the assets that this build made, without the files copied from the previous build. */
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
const readRecord = (folder: string): Partial<BuildRecord> =>
  JSON.parse(readFileSync(path.join(folder, 'build.json'), 'utf8'))

/** Returns whether a site's dist/ was built from its current sources and contains all pages that are due by now. */
export function isBuildCurrent(folder = siteFolder): boolean {
  const dist = path.join(folder, 'dist')
  if (!existsSync(path.join(dist, 'build.json'))) return false
  const { sources, nextBuild } = readRecord(dist)
  return sources === hashSources(folder) && (nextBuild ?? Number.POSITIVE_INFINITY) > Date.now()
}

/**
 * Bundles and renders all files of the site in the work folder. Their hash is the version of the site.
 * @param say receives progress messages
 */
export async function buildSiteFiles(say: (text: string) => void) {
  process.env.NODE_ENV = 'production'
  await rm(buildWorkFolder, { recursive: true, force: true })
  const pages = readPages()
  checkGroups(pages)
  await checkArticles(pages.filter(({ list }) => !list).map(({ file }) => file))
  say('Bundling the pages and the renderer …')
  const [{ createBuilder }, { default: configure }] = await Promise.all([import('vite'), import('../vite.config.ts')])
  const builder = await createBuilder({ ...(await configure()), logLevel: 'warn', configFile: false })
  const bundle = async (...names: string[]) => {
    const environments = Object.values(builder.environments).filter(({ name }) => names.includes(name))
    for (const environment of environments) await builder.build(environment)
    await moveSourceMaps()
  }
  await bundle('client', 'worker', 'ssr')
  say('Drawing the pictures …')
  const [
    { takeBundleManifest },
    { prerenderPages, writeVersionIntoPages },
    { writePrivatePages },
    { writeIconsAndSocialPictures },
    { writeSiteFiles },
    renderer,
  ] = await Promise.all([
    import('./manifest.ts'),
    import('./prerender.ts'),
    import('./private-pages.ts'),
    import('./drawings.ts'),
    import('./site-files.ts'),
    loadRenderer(),
  ])
  await writeIconsAndSocialPictures(renderer)
  say('Writing the pages …')
  const manifest = await takeBundleManifest()
  const { rendered, hashes: csp } = await prerenderPages(renderer, manifest)
  await writeSiteFiles(rendered)
  const written = [...rendered.map(({ page, html }) => ({ ...page, html })), ...(await writePrivatePages())]
  const hidden = readHiddenPages()
  checkLinks(written, renderer.pages, hidden.pages)
  const version = hashFiles(
    [...listFiles('web', buildWorkFolder), ...listFiles('worker', buildWorkFolder)],
    buildWorkFolder,
  )
  await writeVersionIntoPages(version)
  return { version, csp, pages: renderer.pages, nextBuild: hidden.nextTime, manifest, bundle }
}

/**
 * Builds the whole site into dist/: bundles, pages, pictures, feeds and compressed files.
 * @param say receives progress messages
 */
export async function buildSite(say: (text: string) => void): Promise<void> {
  const [sources, program] = [hashSources(), hashProgram()]
  const records = readPages()
    .filter(({ list }) => !list)
    .map(recordOf)
  const { version, csp, pages, nextBuild, manifest, bundle } = await buildSiteFiles(say)
  const summaries = createHash('sha256').update(JSON.stringify(listPageSummaries())).digest('hex')
  const formerServer = await copyServer(distFolder, buildWorkFolder, program)
  const hasRenderer =
    !site.features.ordering || (await copyKitchenRenderer(distFolder, buildWorkFolder, { program, summaries }))
  say('Bundling the server …')
  await bundle(...(formerServer ? [] : ['server']), ...(hasRenderer ? [] : ['renderer']))
  say('Compressing …')
  const { writeServiceWorker } = await import('./service-worker.ts')
  await writeServiceWorker(version, pages, manifest)
  await compressFiles()
  await deleteUnusedFiles()
  const server = formerServer ?? listFiles('server', buildWorkFolder)
  const own = [...server, ...listFiles('web/assets', buildWorkFolder)]
  for (const folder of ['ssr', 'worker']) await rm(path.join(buildWorkFolder, folder), { recursive: true })
  await writeFile(
    path.join(buildWorkFolder, 'build.json'),
    JSON.stringify({
      ...{ version, csp, pages: records, nextBuild },
      ...{ sources, program, summaries, own },
    } satisfies BuildRecord),
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
  await cp(path.join(formerBuild, 'server'), path.join(newBuild, 'server'), { recursive: true })
  return former.own.filter((file) => file.startsWith('server/'))
}

/**
 * Copies the code that renders kitchens on the server, from the previous build into the new one. The code depends on
 * the program and on the list of pages, but not on the texts of pages.
 * @returns whether the previous build has this code and the code is current
 */
export async function copyKitchenRenderer(
  formerBuild: string,
  newBuild: string,
  { program, summaries }: Pick<BuildRecord, 'program' | 'summaries'>,
): Promise<boolean> {
  const folder = path.join(formerBuild, 'renderer')
  if (!existsSync(path.join(formerBuild, 'build.json')) || !existsSync(folder)) return false
  const former = readRecord(formerBuild)
  if (former.program !== program || former.summaries !== summaries) return false
  await cp(folder, path.join(newBuild, 'renderer'), { recursive: true })
  return true
}

/**
 * Copies the files of the replaced build into the new build. A server process that still runs the replaced build may
 * load its server files later, and open pages may load its assets. Omits files that came from a still older build.
 */
export async function keepFormerFiles(formerBuild: string, newBuild: string): Promise<void> {
  if (!existsSync(path.join(formerBuild, 'build.json'))) return
  const { own = [] } = readRecord(formerBuild)
  for (const file of own) await cp(path.join(formerBuild, file), path.join(newBuild, file), { force: false })
}

/** Replaces a folder by another folder. The folder is missing only for a moment, between two renames. */
async function replaceFolder(folder: string, by: string): Promise<void> {
  const former = `${folder}.old`
  await rm(former, { recursive: true, force: true })
  if (existsSync(folder)) await rename(folder, former)
  await rename(by, folder)
  await rm(former, { recursive: true, force: true })
}
