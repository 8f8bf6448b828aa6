import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageSummary } from '../web/kit/page.ts'

/**
 * The path of the site.config.ts that this process uses: the author's, or the fixture's with `--conditions=fixture`.
 */
export const siteConfigFile = createRequire(import.meta.url).resolve('#site')
/** The folder of the site, with its pages and its build. */
export const siteFolder = path.dirname(siteConfigFile)
/** The folder of the fixture site, which tests use. */
export const fixtureSiteFolder = path.resolve(import.meta.dirname, '../fixture-site')
/** The folder of the site's pages. A preview reads a copy at the same depth (build/preview.ts). */
export const contentFolder = path.join(siteFolder, process.argv.includes('--preview') ? 'dist.preview' : 'content')
/** The folder of the complete build, which the server runs and serves. */
export const distFolder = path.join(siteFolder, 'dist')
/** The folder in which a build is made, so that a running server keeps its build until the new one is complete. */
export const buildStagingFolder = path.join(siteFolder, 'dist.new')
/** The folder of the bundles from which the build renders pages. The server serves none of these files. */
export const intermediateBundleFolder = path.join(buildStagingFolder, 'bundles')
/** The folder of the build's public files. */
export const publicBuildFolder = path.join(buildStagingFolder, 'web')

/** Returns whether a file is in a folder or its subfolders. Both paths are absolute. */
export const isInsideFolder = (file: string, folder: string): boolean => file.startsWith(folder + path.sep)

/** The rendering module, bundled from web/prerender.tsx. */
export type RendererModule = typeof import('../web/prerender.tsx') & { pages: PageSummary[] }

export async function loadRenderer(): Promise<RendererModule> {
  const renderer = await import(pathToFileURL(path.join(intermediateBundleFolder, 'ssr/prerender.js')).href)
  return { ...renderer, pages: await renderer.listSitePages() }
}

export async function loadPrivateRenderer(): Promise<typeof import('../web/private-pages.tsx')> {
  return import(pathToFileURL(path.join(intermediateBundleFolder, 'ssr/private-pages.js')).href)
}

/** A rendered page, the source of feeds and search. */
export interface RenderedPageContent {
  page: PageSummary
  /** The HTML inside #root. */
  html: string
}
