import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageSummary } from '../web/kit/page.ts'

/** The configuration of the site that this process builds: the author's, or with `--conditions=fixture` the fixture's. */
export const siteConfig = createRequire(import.meta.url).resolve('#site')
/** Where it lies, with its pages and its build. */
export const siteFolder = path.dirname(siteConfig)
/** Where the site lies that the program is tested on. */
export const fixtureFolder = path.resolve(import.meta.dirname, '../fixture-site')
/** The pages of that site. */
export const contentFolder = path.join(siteFolder, 'content')
/** What the server serves from. */
export const distFolder = path.join(siteFolder, 'dist')
/** Where a build is made, so that a running server keeps its own until the new one is whole. */
export const buildWorkFolder = path.join(siteFolder, 'dist.new')
/** The files that are served, as they are. */
export const servedFolder = path.join(buildWorkFolder, 'web')

/** The rendering half of the site, as bundled from web/prerender.tsx. */
export type RendererModule = typeof import('../web/prerender.tsx') & { pages: PageSummary[] }

export async function loadRenderer(): Promise<RendererModule> {
  const renderer = await import(pathToFileURL(path.join(buildWorkFolder, 'ssr/prerender.js')).href)
  return { ...renderer, pages: await renderer.listPages() }
}

export async function loadPrivateRenderer(): Promise<typeof import('../web/private-pages.tsx')> {
  return import(pathToFileURL(path.join(buildWorkFolder, 'ssr/private-pages.js')).href)
}

/** A page as it was written: what feeds and search read. */
export interface RenderedPage {
  page: PageSummary
  /** The HTML inside #root. */
  html: string
}
