import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
/** What the server serves from. */
export const dist = path.join(root, 'dist')
/** Where a build is made, so that a running server keeps its own until the new one is whole. */
export const workshop = path.join(root, 'dist.new')
/** The files that are served, as they are. */
export const webRoot = path.join(workshop, 'web')

/** The rendering half of the site, as bundled from web/prerender.tsx. */
export type RenderModule = typeof import('../web/prerender.tsx')

export async function loadRenderer(): Promise<RenderModule> {
  return import(pathToFileURL(path.join(workshop, 'ssr/prerender.js')).href)
}

export async function loadPrivateRenderer(): Promise<typeof import('../web/private-pages.tsx')> {
  return import(pathToFileURL(path.join(workshop, 'ssr/private-pages.js')).href)
}

/** A page as it was written: what feeds and search read. */
export interface RenderedPage {
  page: import('../web/kit/page.ts').PageSummary
  /** The HTML inside #root. */
  html: string
}
