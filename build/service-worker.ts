import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toPageTextPath } from '../contract/page-path.ts'
import { SERVICE_WORKER_PATH, type ServiceWorkerManifest } from '../contract/service-worker.ts'
import type { CompiledPage } from '../web/articles/text.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { type BundleManifest, listModuleFiles, toScreenModuleName } from './manifest.ts'
import { contentFolder, intermediateBundleFolder, publicBuildFolder } from './site.ts'

/** The folder of the author's pages, relative to web/, as in the module names of the manifest. */
const content = path.relative('web', contentFolder).replaceAll(path.sep, '/')

/** Writes the service worker with the data of its build. */
export async function writeServiceWorker(
  version: string,
  pages: PageSummary[],
  manifest: BundleManifest,
  texts: ReadonlyMap<string, CompiledPage>,
): Promise<void> {
  const code = await readFile(path.join(intermediateBundleFolder, 'worker/service-worker.js'), 'utf8')
  const shell = shellFiles(manifest)
  const filesOfPage = (page: PageSummary) =>
    texts.has(page.file) && !page.private
      ? [toPageTextPath(page.path)]
      : listModuleFiles(manifest, modulesOf(page)).filter((file) => !shell.includes(file))
  const site: ServiceWorkerManifest = {
    version,
    shell,
    pages: Object.fromEntries(pages.map((page) => [page.path, filesOfPage(page)])),
  }
  await writeFile(
    path.join(publicBuildFolder, SERVICE_WORKER_PATH),
    `const BUILT_SITE=${JSON.stringify(site)};\n${code}`,
  )
}

/**
 * Lists the files that the application needs on every page or at any time, such as those of the search. Excludes files
 * that only one page needs.
 */
function shellFiles(manifest: BundleManifest): string[] {
  const late = (module: string) => manifest[module]?.dynamicImports ?? []
  const start = late('index.html')
  // Excludes screens, which are loaded when they are visited, and session recordings, which are useless offline.
  const isApart = (module: string) =>
    module.startsWith(content) || /-screen\.tsx$|^features\/reports\/recording|^native\//.test(module)
  return listModuleFiles(manifest, [
    'index.html',
    ...start,
    ...start.flatMap(late).filter((module) => !isApart(module)),
  ])
}

/** Returns the modules of a single page, which the page loader imports (web/page-loader.tsx). */
function modulesOf({ file, screen, list, private: isPrivate }: PageSummary): string[] {
  if (screen) return [toScreenModuleName(screen)]
  return isPrivate || list ? [] : [`${content}/${file}`]
}
