import { createHash } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import type { ViteBuilder } from 'vite'
import type { PageSummary } from '../web/kit/page.ts'
import type { CompiledTextsByFile } from './articles/compile-text.ts'
import { readBuildRecord } from './build-record.ts'
import { listPageSummaries } from './content.ts'
import { hashFiles, listContentFiles } from './fingerprint.ts'
import { listSiteCharacters } from './fonts.ts'
import { hardLinkFolder } from './hard-link-folder.ts'
import { buildStagingFolder, contentFolder, publicBuildFolder } from './site.ts'
import { moveSourceMaps } from './source-maps.ts'

/** The folder of the bundle for browsers. The build copies this folder, and adds the pages to the copy. */
const BUNDLED_WEB = 'bundles/web'
/** The folders that a build keeps, so that the next build needs no bundler when only texts change. */
const kept = ['bundles', 'renderer', 'maps/web']

/**
 * Returns the hash of all that the bundles are made from: the program, the list of pages, the characters of the fonts,
 * the scenes, and the pages with code of their own. When there are such pages, all files that they may import are part
 * of the hash.
 * @param program the hash of the program
 */
export function hashBundleSources(program: string, pages: PageSummary[], texts: CompiledTextsByFile): string {
  const withCode = [...texts].flatMap(([file, text]) => (text ? [] : [file]))
  const files = listContentFiles().filter((file) =>
    file.endsWith('.mdx') ? withCode.includes(file) : withCode.length > 0 || file.startsWith('scenes/'),
  )
  const related = pages.flatMap((page) => (withCode.includes(page.file) ? [page.related] : []))
  const inputs = [program, listPageSummaries(pages), related, listSiteCharacters(), hashFiles(files, contentFolder)]
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16)
}

/**
 * Copies the bundles of the previous build when they were made from the same sources.
 * @param bundles the hash of the sources
 * @returns whether the bundles were copied
 */
export function reuseBundles(formerBuild: string, newBuild: string, bundles: string): boolean {
  const bundledWeb = path.join(formerBuild, BUNDLED_WEB)
  if (readBuildRecord(formerBuild).bundles !== bundles || !existsSync(bundledWeb)) return false
  // A site without ordering has no renderer for its server.
  for (const folder of kept.filter((name) => existsSync(path.join(formerBuild, name))))
    hardLinkFolder(path.join(formerBuild, folder), path.join(newBuild, folder))
  // Copies these files instead of linking them, because the build changes them.
  cpSync(bundledWeb, path.join(newBuild, 'web'), { recursive: true })
  return true
}

/** Bundles the code for browsers, the service worker, and the code with which the build renders pages. */
export async function bundleWebCode(): Promise<void> {
  await bundle(['client', 'worker', 'ssr'])
  cpSync(publicBuildFolder, path.join(buildStagingFolder, BUNDLED_WEB), { recursive: true })
}

/** Bundles the server, and the code with which it renders the pages of kitchens. */
export const bundleServer = (parts: { server: boolean; renderer: boolean }): Promise<void> =>
  bundle((['server', 'renderer'] as const).filter((name) => parts[name]))

let builder: Promise<ViteBuilder> | undefined

async function bundle(names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  builder ??= createSiteBuilder()
  const { environments, build } = await builder
  for (const environment of Object.values(environments)) if (names.includes(environment.name)) await build(environment)
  await moveSourceMaps()
}

/** Loads the bundler, which takes a second. */
async function createSiteBuilder(): Promise<ViteBuilder> {
  const [{ createBuilder }, { default: configure }] = await Promise.all([import('vite'), import('../vite.config.ts')])
  return createBuilder({ ...(await configure()), logLevel: 'warn', configFile: false })
}
