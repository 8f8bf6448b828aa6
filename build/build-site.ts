import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { site } from '#site'
import { toPageKey } from '../contract/page-key.ts'
import { isIndexablePage, isListedArticle, type PageSummary } from '../web/kit/page.ts'
import { checkArticles } from './articles/check-articles.ts'
import { compilePageTexts } from './articles/compile-text.ts'
import { type BuildRecord, readBuildRecord } from './build-record.ts'
import { bundleServer, bundleWebCode, hashBundleSources, reuseBundles } from './bundles.ts'
import { checkSiteConfig } from './check-site-config.ts'
import { compressPublicFiles } from './compress.ts'
import { checkScreenPaths, readPublishedAndUnpublishedPages, rejectEmptyMenuGroups } from './content.ts'
import { hashFiles, hashSources, listFiles, type SourceHashes } from './fingerprint.ts'
import { hardLinkFile, hardLinkFolder } from './hard-link-folder.ts'
import { checkLinks } from './links.ts'
import { readAndDeleteBundleManifest } from './manifest.ts'
import { deleteUnusedCacheFiles } from './reused-files.ts'
import { writeServiceWorker } from './service-worker.ts'
import { buildStagingFolder, distFolder, loadRenderer } from './site.ts'
import { writeCompiledPageJson } from './texts.ts'
import { saveUnsavedPage } from './unsaved-page.ts'

const recordOf = (page: PageSummary) => ({
  key: toPageKey(page.path),
  path: page.path,
  title: page.title,
  description: page.description,
  published: page.published ?? null,
  isArticle: isListedArticle(page),
  private: page.private ?? false,
  aliases: page.aliases ?? [],
})

/** Returns whether a published page is missing from the menu, all lists, the feeds and the search. */
const isUnlisted = (page: PageSummary): boolean => !page.private && !page.screen && !isIndexablePage(page)

/**
 * Bundles and renders all files of the site in the work folder. The hash of these files is the version of the site.
 * Reuses the bundles of the former build when only texts have changed.
 * @param say receives progress messages
 * @param hashes the hashes of the current sources
 */
export async function buildSiteFiles(say: (text: string) => void, hashes = hashSources()) {
  checkSiteConfig()
  process.env.NODE_ENV = 'production'
  await rm(buildStagingFolder, { recursive: true, force: true })
  const { pages, hidden, nextTime } = readPublishedAndUnpublishedPages()
  rejectEmptyMenuGroups(pages)
  for (const { file, path } of pages.filter(isUnlisted))
    say(`content/${file}: ${path} has no group, so no menu, list, feed or search shows it.`)
  await checkArticles(pages.filter(({ list }) => !list).map(({ file }) => file))
  const compiled = await compilePageTexts(pages)
  const bundles = hashBundleSources(hashes.program, pages, compiled)
  const isReused = reuseBundles(distFolder, buildStagingFolder, bundles)
  if (!isReused) {
    say('Bundling the pages and the renderer …')
    await bundleWebCode()
  }
  const [
    { prerenderPages },
    { writePrivatePages },
    { writeIconsAndSocialPictures },
    { writeMachineReadableFiles },
    renderer,
  ] = await Promise.all([
    import('./prerender.ts'),
    import('./private-pages.ts'),
    import('./drawings.ts'),
    import('./site-files.ts'),
    loadRenderer(),
  ])
  checkScreenPaths(renderer.pages)
  say('Drawing the pictures …')
  await writeIconsAndSocialPictures(renderer, pages)
  const texts = await writeCompiledPageJson(pages, compiled, bundles)
  say('Writing the pages …')
  const manifest = await readAndDeleteBundleManifest()
  const { rendered, hashes: csp } = await prerenderPages(renderer, { manifest, texts, bundles })
  await writeMachineReadableFiles(rendered)
  const written = [...rendered.map(({ page, html }) => ({ ...page, html })), ...(await writePrivatePages(texts))]
  checkLinks(written, renderer.pages, hidden)
  const version = hashFiles(
    ['web', 'private', 'bundles/worker'].flatMap((folder) => listFiles(folder, buildStagingFolder)),
    buildStagingFolder,
  )
  await writeServiceWorker(version, renderer.pages, manifest, texts)
  return { version, csp, pages, nextBuild: nextTime, ...hashes, bundles, isReused }
}

/**
 * Builds the whole site into dist/: bundles, pages, pictures, feeds and compressed files.
 * @param say receives progress messages
 * @param hashes the hashes of the current sources
 */
export async function buildSite(say: (text: string) => void, hashes?: SourceHashes): Promise<void> {
  const { isReused, pages, ...built } = await buildSiteFiles(say, hashes)
  const formerServer = await reuseServerBundle(distFolder, buildStagingFolder, built.program)
  if (!formerServer || !isReused) {
    say('Bundling the server …')
    await bundleServer({ server: !formerServer, renderer: !isReused && site.features.ordering })
  }
  say('Compressing …')
  await compressPublicFiles()
  await deleteUnusedCacheFiles()
  const server = formerServer ?? listFiles('server', buildStagingFolder)
  const own = [...server, ...listFiles('web/assets', buildStagingFolder)]
  await writeFile(
    path.join(buildStagingFolder, 'build.json'),
    JSON.stringify({ ...built, pages: pages.filter(({ list }) => !list).map(recordOf), own } satisfies BuildRecord),
  )
  if (!formerServer) {
    say('Compiling the server …')
    const { warmUpCompileCache } = await import('./warm-up.ts')
    await warmUpCompileCache()
  }
  await copyFormerBuildFiles(distFolder, buildStagingFolder)
  saveUnsavedPage()
  await replaceFolder(distFolder, buildStagingFolder)
}

/**
 * Copies the server of the previous build with its compiled code, when only pages have changed since that build.
 * @returns the server files that the previous build made; null when the server has to be bundled
 */
export async function reuseServerBundle(
  formerBuild: string,
  newBuild: string,
  program: string,
): Promise<string[] | null> {
  const former = readBuildRecord(formerBuild)
  if (former.program !== program || !former.own) return null
  for (const folder of ['server', 'maps/server'])
    hardLinkFolder(path.join(formerBuild, folder), path.join(newBuild, folder))
  return former.own.filter((file) => file.startsWith('server/'))
}

/**
 * Copies files of the former build into the new build. A process of the former build may still load the server's files,
 * and open pages may still load the assets. Leaves out files that the former build had copied from an earlier build.
 */
export async function copyFormerBuildFiles(formerBuild: string, newBuild: string): Promise<void> {
  const { own = [] } = readBuildRecord(formerBuild)
  for (const file of own)
    if (!existsSync(path.join(newBuild, file))) hardLinkFile(path.join(formerBuild, file), path.join(newBuild, file))
}

/** Replaces a folder by another folder. The folder is missing only for a moment, between two renames. */
async function replaceFolder(folder: string, by: string): Promise<void> {
  const former = `${folder}.old`
  await rm(former, { recursive: true, force: true })
  if (existsSync(folder)) await rename(folder, former)
  await rename(by, folder)
  await rm(former, { recursive: true, force: true })
}
