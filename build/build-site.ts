import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pageKeyOf } from '../contract/page-key.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { compressFiles } from './compress.ts'
import { readPages } from './content.ts'
import { filesBelow, fingerprintOf, sourcesFingerprint } from './fingerprint.ts'
import { dist, loadRenderer, siteFolder, workshop } from './site.ts'
import { setSourceMapsAside } from './source-maps.ts'

/** What the server must know of the build beside its files. */
export interface BuildRecord {
  /** Hash of everything that is served: the version of the site (S7.10). */
  version: string
  /** Hashes of the inline blocks of every page, for the Content-Security-Policy. */
  csp: { scripts: string[]; styles: string[] }
  /** The author's pages, for what is kept about them and for their former addresses. */
  pages: { key: string; path: string; title: string; private: boolean; aliases: string[] }[]
  /** Hash of the sources that this build was made of. */
  sources: string
}

const recordOf = ({ path, title, aliases = [], private: isPrivate = false }: PageSummary) => ({
  key: pageKeyOf(path),
  path,
  title,
  private: isPrivate,
  aliases,
})

/** Whether the dist/ of a site was made of the sources as they are now. */
export function isBuilt(folder = siteFolder): boolean {
  const record = path.join(folder, 'dist/build.json')
  if (!existsSync(record)) return false
  return (JSON.parse(readFileSync(record, 'utf8')) as BuildRecord).sources === sourcesFingerprint(folder)
}

/**
 * Builds the whole site into dist/: bundles, pages, pictures, feeds, compressed forms.
 * @param say told what is being done
 */
export async function buildSite(say: (text: string) => void): Promise<void> {
  process.env.NODE_ENV = 'production'
  const sources = sourcesFingerprint()
  await rm(workshop, { recursive: true, force: true })
  say('Bundling the pages, the renderer and the server …')
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ logLevel: 'warn', configLoader: 'native' })
  for (const environment of Object.values(builder.environments)) await builder.build(environment)
  await setSourceMapsAside()
  say('Drawing the pictures …')
  const [
    { takeManifest },
    { prerenderPages, stampPages },
    { writePrivatePages },
    { writeDrawings },
    { writeSiteFiles },
    { writeServiceWorker },
    renderer,
  ] = await Promise.all([
    import('./manifest.ts'),
    import('./prerender.ts'),
    import('./private-pages.ts'),
    import('./drawings.ts'),
    import('./site-files.ts'),
    import('./service-worker.ts'),
    loadRenderer(),
  ])
  await writeDrawings(renderer)
  say('Writing the pages …')
  const manifest = await takeManifest()
  const { rendered, hashes } = await prerenderPages(renderer, manifest)
  await writeSiteFiles(rendered)
  await writePrivatePages()
  const version = fingerprintOf([...filesBelow('web', workshop), ...filesBelow('worker', workshop)], workshop)
  await stampPages(version)
  await writeServiceWorker(version, renderer.pages, manifest)
  await compressFiles()
  for (const folder of ['ssr', 'worker']) await rm(path.join(workshop, folder), { recursive: true })
  await writeFile(
    path.join(workshop, 'build.json'),
    JSON.stringify({ version, csp: hashes, pages: readPages().map(recordOf), sources } satisfies BuildRecord),
  )
  await rm(dist, { recursive: true, force: true })
  await rename(workshop, dist)
}
