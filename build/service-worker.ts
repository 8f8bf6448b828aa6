import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SERVICE_WORKER_PATH, type WorkerBuild } from '../contract/service-worker.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { type BundleManifest, listBundleFiles } from './manifest.ts'
import { buildWorkFolder, contentFolder, servedFolder } from './site.ts'

/** The folder of the pages as the manifest names it: relative to web/. */
const content = path.relative('web', contentFolder).replaceAll(path.sep, '/')

/** Writes the service worker to where it is served, with what it must know of the site before its code. */
export async function writeServiceWorker(
  version: string,
  pages: PageSummary[],
  manifest: BundleManifest,
): Promise<void> {
  const code = await readFile(path.join(buildWorkFolder, 'worker/service-worker.js'), 'utf8')
  const shell = shellFiles(manifest)
  const filesOfPage = (page: PageSummary) =>
    listBundleFiles(manifest, modulesOf(page)).filter((file) => !shell.includes(file))
  const site: WorkerBuild = {
    version,
    shell,
    pages: Object.fromEntries(pages.map((page) => [page.path, filesOfPage(page)])),
  }
  await writeFile(path.join(servedFolder, SERVICE_WORKER_PATH), `const BUILT_SITE=${JSON.stringify(site)};\n${code}`)
}

/** What the application loads on every page, or may load at any moment, such as the search; not the pages themselves. */
function shellFiles(manifest: BundleManifest): string[] {
  const late = (module: string) => manifest[module]?.dynamicImports ?? []
  const start = late('index.html')
  // A page comes with its visit; what records a session with an error has nowhere to send it.
  const isApart = (module: string) =>
    module.startsWith(content) || /-screen\.tsx$|^reports\/recording|^native\//.test(module)
  return listBundleFiles(manifest, [
    'index.html',
    ...start,
    ...start.flatMap(late).filter((module) => !isApart(module)),
  ])
}

/** The modules that the page loader imports for a page (web/page-loader.tsx) and that are its own. */
function modulesOf({ file, screen, private: isPrivate }: PageSummary): string[] {
  if (screen) return [screen]
  return isPrivate ? [] : [`${content}/${file}`]
}
